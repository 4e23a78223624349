package io.tidemark.simulator.engine.speculation;

import java.util.Arrays;

/** Counts drafts and what became of them. Confined to the engine. */
public final class SpeculationCounter {
    private final long[] acceptedPerPosition;
    private long drafts;
    private long draftTokens;
    private long acceptedTokens;

    public SpeculationCounter(int positions) {
        this.acceptedPerPosition = new long[positions];
    }

    public void verified(int drafted, int accepted) {
        if (drafted == 0) {
            return;
        }
        drafts++;
        draftTokens += drafted;
        acceptedTokens += accepted;
        for (int position = 0; position < accepted; position++) {
            acceptedPerPosition[position]++;
        }
    }

    public SpeculationCounts counts() {
        return new SpeculationCounts(
                drafts,
                draftTokens,
                acceptedTokens,
                Arrays.stream(acceptedPerPosition).boxed().toList());
    }
}
