package io.tidemark.producer.runtime;

import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rounds on a thread of their own. */
public final class PollTaskThread implements PollTaskHandle {
    private static final Logger LOG = LoggerFactory.getLogger(PollTaskThread.class);

    private final PollTask rounds;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile boolean finished;

    private PollTaskThread(PollTask rounds) {
        this.rounds = rounds;
        this.thread = new Thread(this::run, "tidemark-schedule");
        thread.setDaemon(true);
    }

    public static PollTaskThread start(PollTask rounds) {
        PollTaskThread started = new PollTaskThread(rounds);
        started.thread.start();
        return started;
    }

    private void run() {
        rounds.setWaker(() -> LockSupport.unpark(thread));
        try {
            while (!stopped) {
                if (!rounds.poll()) {
                    park();
                }
            }
            rounds.finish();
            finished = true;
        } catch (Exception e) {
            LOG.error("a step could not be sent any further", e);
        }
    }

    private void park() {
        long left = rounds.maxIdleNanos();
        if (left > 0) {
            LockSupport.parkNanos(this, left);
        }
    }

    @Override
    public boolean isAlive() {
        return thread.isAlive();
    }

    @Override
    public void stop() throws InterruptedException {
        stopped = true;
        LockSupport.unpark(thread);
        thread.join();
    }

    @Override
    public boolean hasFailed() {
        return thread.getState() == Thread.State.TERMINATED && !finished;
    }
}
