package io.tidemark.simulator.config;

import io.tidemark.simulator.engine.cost.DraftCost;
import io.tidemark.simulator.engine.speculation.DraftAcceptance;
import io.tidemark.simulator.engine.speculation.SpeculationParameters;

/**
 * What a method of speculative decoding is worth with one model: how many of its drafts are accepted and what they cost.
 *
 * @param acceptance mean probability that a draft is accepted when the one before it was, 0..1
 * @param concentration of the Beta distribution that each request's probability is drawn from; 0: all have the mean
 * @param mostDrafts drafts per step that the method finds at most, whatever {@code num-speculative-tokens} allows
 * @param leastProbability a draft that would be reached and accepted with less is not made, 0..1; vLLM's {@code
 *     suffix_decoding_min_token_prob}; 0: all are made
 * @param passSeconds added to a step per position of its deepest draft: a draft head runs once per position
 * @param perSequenceSeconds added to a step per request in it: a search on the CPU looks at each by itself
 */
public record DraftingProfile(
        double acceptance,
        double concentration,
        int mostDrafts,
        double leastProbability,
        double passSeconds,
        double perSequenceSeconds) {
    /** Of no method. */
    static final DraftingProfile NONE = new DraftingProfile(0, 0, 1, 0, 0, 0);

    public DraftingProfile {
        ConfigChecks.notNegative("acceptance", acceptance);
        ConfigChecks.notNegative("concentration", concentration);
        ConfigChecks.positive("most-drafts", mostDrafts);
        ConfigChecks.notNegative("least-probability", leastProbability);
        ConfigChecks.notNegative("pass-seconds", passSeconds);
        ConfigChecks.notNegative("per-sequence-seconds", perSequenceSeconds);
    }

    SpeculationParameters with(int numSpeculativeTokens) {
        return new SpeculationParameters(
                numSpeculativeTokens,
                mostDrafts,
                leastProbability,
                new DraftAcceptance.Geometric(acceptance, concentration),
                new DraftCost(0, passSeconds, 0));
    }
}
