package io.tidemark.analysis.tune;

/**
 * What the search believes of a candidate; it proposes and decides nothing.
 *
 * @param ratio its value over the default's, as the model expects it now; of a cost below 1 is better
 * @param relativeError standard deviation of the ratio's logarithm
 * @param feasible probability that it works
 * @param trials starts of the search stage
 * @param measured those of them that gave a value
 */
public record CandidateStanding(
        Candidate candidate, double ratio, double relativeError, double feasible, int trials, int measured) {}
