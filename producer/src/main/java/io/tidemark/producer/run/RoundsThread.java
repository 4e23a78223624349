package io.tidemark.producer.run;

import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rounds on a thread of their own. */
final class RoundsThread implements Rounding {
    private static final Logger LOG = LoggerFactory.getLogger(RoundsThread.class);

    private final Rounds rounds;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile boolean finished;

    private RoundsThread(Rounds rounds) {
        this.rounds = rounds;
        this.thread = new Thread(this::run, "tidemark-schedule");
        thread.setDaemon(true);
    }

    static RoundsThread start(Rounds rounds) {
        RoundsThread started = new RoundsThread(rounds);
        started.thread.start();
        return started;
    }

    private void run() {
        rounds.wokenBy(() -> LockSupport.unpark(thread));
        try {
            while (!stopped) {
                if (!rounds.round()) {
                    park();
                }
            }
            rounds.last();
            finished = true;
        } catch (Exception e) {
            LOG.error("a step could not be sent any further", e);
        }
    }

    private void park() {
        long left = rounds.restNanos();
        if (left > 0) {
            LockSupport.parkNanos(this, left);
        }
    }

    @Override
    public boolean isAlive() {
        return thread.isAlive();
    }

    @Override
    public void end() throws InterruptedException {
        stopped = true;
        LockSupport.unpark(thread);
        thread.join();
    }

    @Override
    public boolean hasFailed() {
        return thread.getState() == Thread.State.TERMINATED && !finished;
    }
}
