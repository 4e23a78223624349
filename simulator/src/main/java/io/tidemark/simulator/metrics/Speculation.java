package io.tidemark.simulator.metrics;

import java.util.List;

/**
 * What speculative decoding has done since the server started.
 *
 * @param drafts verification steps
 * @param draftTokens tokens drafted
 * @param acceptedTokens of them, accepted
 * @param acceptedPerPosition by place in the draft, the first place first
 */
public record Speculation(long drafts, long draftTokens, long acceptedTokens, List<Long> acceptedPerPosition) {
    /** Speculation is off: vLLM's page does not name it at all. */
    public static final Speculation OFF = new Speculation(0, 0, 0, List.of());

    public Speculation {
        acceptedPerPosition = List.copyOf(acceptedPerPosition);
    }

    boolean on() {
        return !acceptedPerPosition.isEmpty();
    }
}
