package io.tidemark.simulator.engine;

import java.util.ArrayList;
import java.util.List;

/** What the scheduler decided for one step. */
record StepPlan(List<Slice> slices, List<Sequence> preempted) {
    /** So many tokens of one request. */
    record Slice(Sequence sequence, int tokens) {}

    static StepPlan empty() {
        return new StepPlan(new ArrayList<>(), new ArrayList<>());
    }

    StepLoad load() {
        StepLoad load = StepLoad.NONE;
        for (Slice slice : slices) {
            load = plus(load, slice);
        }
        return load;
    }

    private static StepLoad plus(StepLoad load, Slice slice) {
        Sequence sequence = slice.sequence();
        if (sequence.decoding()) {
            return load.plusDecode(sequence.computedTokens(), slice.tokens());
        }
        boolean ends = sequence.computedTokens() + slice.tokens() >= sequence.knownTokens();
        return load.plusPrefill(sequence.computedTokens(), slice.tokens(), ends ? 1 : 0);
    }
}
