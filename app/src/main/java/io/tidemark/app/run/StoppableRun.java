package io.tidemark.app.run;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ProgressListener;
import io.tidemark.app.process.ResourceScope;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A run that can be asked to stop while it executes: {@link #close()} waits until its end has been published, 15 s at most. */
public final class StoppableRun implements AutoCloseable {
    private static final long STOP_SECONDS = 15;

    private static final String STOPPED_BY = "stopped by ";

    private final String id;
    private final Consumer<String> stop;
    private final OperationContext context;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile Optional<String> noted = Optional.empty();

    /** @param stop has the run end soon, from any thread, with the reason that its stored end gives */
    public StoppableRun(String id, Consumer<String> stop, OperationContext context) {
        this.id = id;
        this.stop = stop;
        this.context = context;
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

    /** Records who asked for the stop, and why, before {@link #close()}; the terminal and the run's stored end show it. */
    void noteStop(String by, String why) {
        String description = STOPPED_BY + by + ": " + why;
        noted = Optional.of(description);
        context.progress().warn("run " + id + " is " + description);
    }

    private String reason() {
        return noted.orElseGet(() -> STOPPED_BY
                + context.resources()
                        .stopReason()
                        .map(ResourceScope.StopReason::description)
                        .orElse("the end of its process"));
    }

    @Override
    public void close() {
        if (ended.getCount() == 0) {
            return;
        }
        ProgressListener progress = context.progress();
        progress.warn("stopping run " + id + ": requests in flight are cancelled, measured data is kept");
        stop.accept(reason());
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
