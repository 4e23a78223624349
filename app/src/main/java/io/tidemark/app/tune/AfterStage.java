package io.tidemark.app.tune;

import io.tidemark.app.server.AfterOutcome;
import io.tidemark.app.tune.measure.Measurement;
import io.tidemark.servers.RunningServer;
import java.util.List;
import java.util.Map;

/** What is run on a server after it was measured, while it still runs. */
@FunctionalInterface
public interface AfterStage extends AutoCloseable {
    /**
     * Returns when all of it is over, or this process was asked to stop.
     *
     * @param measured what the load gave
     * @param labels of the runs on this server
     */
    List<AfterOutcome> run(
            PlannedStart start, RunningServer server, Measurement.Result measured, Map<String, String> labels)
            throws InterruptedException;

    /** Ends what runs, and whatever would follow; for any thread. */
    @Override
    default void close() {}
}
