package io.tidemark.producer.workers;

import io.tidemark.events.LaneStepEnd;
import io.tidemark.schemas.time.NanoClock;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The lanes of a run, as one of them sees them. Thread-safe. */
public interface WorkerGroup {
    WorkerShare share();

    /** Whether the run goes on for this lane: it was not asked to stop, and no lane that it needs was lost. Once false, it stays false. */
    boolean mayContinue();

    /** This lane stops: its own waits end soon. */
    void stop();

    /**
     * Waits until a step may begin.
     *
     * @param leadNanos how long before its start a step must be known to its lane
     * @return when it begins, on this lane's monotonic clock; empty if it does not begin
     */
    OptionalLong beginStep(int step, long leadNanos) throws InterruptedException;

    /**
     * This lane's share of a step is over; the leader waits for the others'.
     *
     * @return every share that is known, by lane, this one's too
     */
    Map<String, LaneStepEnd> endStep(LaneStepEnd own) throws InterruptedException;

    /** This lane has sent its closing heartbeat; the leader waits for those of all lanes. */
    void finish() throws InterruptedException;

    /** Why the run's figures must not be used, as far as the other lanes are the cause. */
    List<String> invalidReasons();

    /** Of a run with one lane. */
    static WorkerGroup single(NanoClock clock) {
        return new SingleWorker(clock);
    }
}
