package io.tidemark.app.delivery;

import io.tidemark.app.live.LiveRunState;
import io.tidemark.events.Verdict;
import io.tidemark.producer.publish.Backlog;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Duration;
import java.util.List;

/** Brings the events of one run to their results. Closed when its load is over; its results are asked for after that. */
public interface RunDelivery extends AutoCloseable {
    /**
     * A run that is to be delivered.
     *
     * @param clocks of the run: of virtual time where it takes place there
     * @param lane that publishes
     * @param spool where the events of all runs wait while Kafka is slow or away; the run has a folder of its own in it
     * @param duration that the plan foresees
     * @param distributed whether other processes are lanes of the run too
     */
    record Order(RunKey run, String lane, Clocks clocks, SpoolSettings spool, Duration duration, boolean distributed) {}

    /** Takes the events; closed with this. */
    Publisher publisher();

    /** Follows what the streams say of the run while its load goes on. */
    default void follow() {
        // Where nothing computes figures, they stay empty.
    }

    /** What was followed; empty where nothing is. */
    LiveRunState figures();

    /** Events that Kafka has not acknowledged though it should have by now; none where there is no Kafka to wait for. */
    default Backlog backlog() {
        return Backlog.NONE;
    }

    /** When the results are computed, and what that costs the load: for the run's remarks. */
    String remark();

    /** Ends what the load needs. Whatever was not delivered by then is reported. */
    @Override
    void close();

    /**
     * Verdicts of the final results of the steps, by step; fewer than there are steps if some never come.
     *
     * @param steps that ended
     * @param complete false where some of the run's events come later or never
     * @param virtual how long the run took in virtual time; zero for a run in real time
     */
    List<Verdict> results(int steps, boolean complete, Duration virtual);
}
