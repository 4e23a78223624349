package io.tidemark.app.live;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.publish.Backlog;
import io.tidemark.producer.run.RunListener;
import io.tidemark.schemas.time.NanoClock;
import java.util.function.Supplier;

/** Shows how runs go. */
@FunctionalInterface
public interface RunDisplay {
    /**
     * Where the figures of a run come from.
     *
     * @param slo where the objectives stand, as this client sees it
     * @param figures what the topics say, for details
     * @param backlog what Kafka has not acknowledged
     */
    record Sources(SloTally slo, LiveRunState figures, Supplier<Backlog> backlog) {}

    /** Gets the progress of a run. */
    RunListener show(Plan plan, Sources sources, NanoClock clock);

    /** Shows which run begins. */
    default void runStarted(String runId) {
        // For those that show it.
    }

    /** Whether details are wanted: what the load generator and the server do, how lengths are aimed, where events go. */
    default boolean verbose() {
        return false;
    }

    /** A line that is a detail. */
    default void detail(String line) {
        // For those that show details.
    }

    /** Shows nothing. */
    static RunDisplay none() {
        return (plan, sources, clock) -> RunListener.silent();
    }
}
