package io.tidemark.app.run;

import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.RunOutcome;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A run that can be told to stop while it executes: whoever closes it waits until its end has been published, 15 s at most. */
final class StoppableRun implements AutoCloseable {
    private static final long STOP_SECONDS = 15;

    private final LoadRun run;
    private final CountDownLatch ended = new CountDownLatch(1);

    StoppableRun(LoadRun run) {
        this.run = run;
    }

    RunOutcome execute() throws InterruptedException {
        try {
            return run.execute();
        } finally {
            ended.countDown();
        }
    }

    @Override
    public void close() {
        run.cancel();
        try {
            if (!ended.await(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the run did not stop within " + STOP_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
