package io.tidemark.app.run;

import io.tidemark.app.process.Terminal;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.RunOutcome;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A run that can be told to stop while it executes: whoever closes it waits until its end has been published, 15 s at most. */
final class StoppableRun implements AutoCloseable {
    private static final long STOP_SECONDS = 15;

    private final String id;
    private final LoadRun run;
    private final Terminal terminal;
    private final CountDownLatch ended = new CountDownLatch(1);

    StoppableRun(String id, LoadRun run, Terminal terminal) {
        this.id = id;
        this.run = run;
        this.terminal = terminal;
    }

    RunOutcome execute() throws InterruptedException {
        try {
            return run.execute();
        } finally {
            ended.countDown();
        }
    }

    /** Whoever closes it does so for somebody else, whom the terminal and the run's stored end name. */
    void noteStop(String words) {
        run.noteStop(words);
        terminal.warn("run " + id + " is " + words);
    }

    @Override
    public void close() {
        if (ended.getCount() == 0) {
            return;
        }
        terminal.warn("stopping run " + id + ": requests in flight are cancelled, measured data is kept");
        run.cancel();
        try {
            boolean published = ended.await(STOP_SECONDS, TimeUnit.SECONDS);
            terminal.warn(
                    published
                            ? "run " + id + " is ABORTED; its measurements: tidemark report " + id
                            : "run " + id + " was left after " + STOP_SECONDS
                                    + " s: Kafka did not accept its last events, they are lost");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
