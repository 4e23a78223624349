package io.tidemark.schemas.time;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Threads of one name that do not keep their process alive. */
public record DaemonThreads(String name) implements ThreadFactory {
    @Override
    public Thread newThread(Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }

    /** One of them, which does what is due. */
    public ScheduledExecutorService scheduler() {
        return scheduler(1);
    }

    /** Some of them, which do what is due. */
    public ScheduledExecutorService scheduler(int threads) {
        return Executors.newScheduledThreadPool(threads, this);
    }

    /**
     * Does rounds on one of them until what is returned is closed.
     *
     * @param first before the first round
     * @param every between the end of a round and the next one
     * @param failed takes what a round threw; the rounds go on
     */
    public AutoCloseable rounds(Duration first, Duration every, Runnable round, Consumer<RuntimeException> failed) {
        ScheduledExecutorService thread = scheduler();
        Runnable guarded = () -> {
            try {
                round.run();
            } catch (RuntimeException e) { // a thread's top
                failed.accept(e);
            }
        };
        var unused = thread.scheduleWithFixedDelay(guarded, first.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
        return thread::shutdownNow;
    }
}
