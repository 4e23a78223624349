package io.tidemark.simulator.engine;

import java.util.Arrays;

/** Counts drafts and what became of them. Confined to the engine. */
final class SpeculationTally {
    private final long[] acceptedPerPosition;
    private long drafts;
    private long draftTokens;
    private long acceptedTokens;

    SpeculationTally(int positions) {
        this.acceptedPerPosition = new long[positions];
    }

    void verified(int drafted, int accepted) {
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

    SpeculationCounts counts() {
        return new SpeculationCounts(
                drafts,
                draftTokens,
                acceptedTokens,
                Arrays.stream(acceptedPerPosition).boxed().toList());
    }
}
