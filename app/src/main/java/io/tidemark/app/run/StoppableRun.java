package io.tidemark.app.run;

import io.tidemark.app.process.ProgressListener;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A run that can be asked to stop while it executes: {@link #close()} waits until its end has been published, 15 s at most. */
public final class StoppableRun implements AutoCloseable {
    private static final long STOP_SECONDS = 15;

    /** A process that is asked to end closes its runs; which signal it was the JVM does not say. */
    private static final String BY_SIGNAL = "stopped by Ctrl-C or a signal";

    private final String id;
    private final Consumer<String> stop;
    private final ProgressListener progress;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile String reason = BY_SIGNAL;

    /** @param stop has the run end soon, from any thread, with the reason that its stored end gives */
    public StoppableRun(String id, Consumer<String> stop, ProgressListener progress) {
        this.id = id;
        this.stop = stop;
        this.progress = progress;
    }

    /** The run, to its end and until all of it is published. */
    @FunctionalInterface
    public interface Execution<T> {
        T run() throws InterruptedException;
    }

    public <T> T execute(Execution<T> run) throws InterruptedException {
        try {
            return run.run();
        } finally {
            ended.countDown();
        }
    }

    /** Records who asked for the stop before {@link #close()}; the terminal and the run's stored end show it. */
    void noteStop(String description) {
        reason = description;
        progress.warn("run " + id + " is " + description);
    }

    @Override
    public void close() {
        if (ended.getCount() == 0) {
            return;
        }
        progress.warn("stopping run " + id + ": requests in flight are cancelled, measured data is kept");
        stop.accept(reason);
        try {
            boolean published = ended.await(STOP_SECONDS, TimeUnit.SECONDS);
            progress.warn(
                    published
                            ? "run " + id + " is ABORTED; its measurements: tidemark report " + id
                            : "run " + id + " was left after " + STOP_SECONDS
                                    + " s: Kafka did not accept its last events, they are lost");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
