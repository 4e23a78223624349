package io.tidemark.simulator.engine;

import io.tidemark.simulator.engine.cost.StepWork;
import java.util.ArrayList;
import java.util.List;

/** What the scheduler decided for one step. */
record SchedulerOutput(List<Slice> slices, List<Sequence> preempted) {
    /** So many tokens of one request. */
    record Slice(Sequence sequence, int tokens) {}

    static SchedulerOutput empty() {
        return new SchedulerOutput(new ArrayList<>(), new ArrayList<>());
    }

    StepWork load() {
        StepWork load = StepWork.NONE;
        for (Slice slice : slices) {
            load = plus(load, slice);
        }
        return load;
    }

    private static StepWork plus(StepWork load, Slice slice) {
        Sequence sequence = slice.sequence();
        if (sequence.decoding()) {
            return load.plusDecode(sequence.computedTokens(), slice.tokens());
        }
        boolean ends = sequence.computedTokens() + slice.tokens() >= sequence.knownTokens();
        return load.plusPrefill(sequence.computedTokens(), slice.tokens(), ends ? 1 : 0);
    }
}
