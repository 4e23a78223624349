package io.tidemark.producer.lanes;

import io.tidemark.events.LaneStepEnd;
import io.tidemark.schemas.time.NanoClock;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A run with one lane waits for nobody. */
record Alone(NanoClock clock) implements Crew {
    @Override
    public Share share() {
        return Share.WHOLE;
    }

    @Override
    public boolean goesOn() {
        return true;
    }

    @Override
    public void stop() {
        // The run itself knows.
    }

    @Override
    public OptionalLong begin(int step, long leadNanos) {
        return OptionalLong.of(clock.nanos() + leadNanos);
    }

    @Override
    public Map<String, LaneStepEnd> end(LaneStepEnd own) {
        return Map.of(Share.WHOLE.lane(), own);
    }

    @Override
    public void finish() {
        // Nobody else says anything.
    }

    @Override
    public List<String> reasons() {
        return List.of();
    }
}
