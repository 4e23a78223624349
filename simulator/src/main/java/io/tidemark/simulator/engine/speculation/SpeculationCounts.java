package io.tidemark.simulator.engine.speculation;

import java.util.List;

/**
 * What speculative decoding did since the engine's start, as {@code vllm:spec_decode_*} count it.
 *
 * @param drafts verifications: one request in one step, with at least one draft token
 * @param draftTokens tokens drafted
 * @param acceptedTokens of them, accepted
 * @param acceptedPerPosition accepted tokens by position; as many entries as {@code num_speculative_tokens}, none when
 *     speculation is off
 */
public record SpeculationCounts(long drafts, long draftTokens, long acceptedTokens, List<Long> acceptedPerPosition) {
    public static final SpeculationCounts NONE = new SpeculationCounts(0, 0, 0, List.of());

    public SpeculationCounts {
        acceptedPerPosition = List.copyOf(acceptedPerPosition);
    }
}
