package io.tidemark.producer.workers;

import io.tidemark.events.LaneStepEnd;
import io.tidemark.schemas.time.NanoClock;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A run with one lane waits for no other. */
record SingleWorker(NanoClock clock) implements WorkerGroup {
    @Override
    public WorkerShare share() {
        return WorkerShare.WHOLE;
    }

    @Override
    public boolean mayContinue() {
        return true;
    }

    @Override
    public void stop() {
        // The run itself knows.
    }

    @Override
    public OptionalLong beginStep(int step, long leadNanos) {
        return OptionalLong.of(clock.nanos() + leadNanos);
    }

    @Override
    public Map<String, LaneStepEnd> endStep(LaneStepEnd own) {
        return Map.of(WorkerShare.WHOLE.lane(), own);
    }

    @Override
    public void finish() {
        // There are no other lanes.
    }

    @Override
    public List<String> invalidReasons() {
        return List.of();
    }
}
