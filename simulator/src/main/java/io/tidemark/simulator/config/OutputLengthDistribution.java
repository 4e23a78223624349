package io.tidemark.simulator.config;

import java.util.random.RandomGenerator;

/**
 * How long answers are that may end by themselves (no {@code ignore_eos}): log-normal.
 *
 * @param meanTokens mean number of output tokens, the end-of-sequence token included
 * @param cv coefficient of variation (standard deviation over mean)
 */
public record OutputLengthDistribution(double meanTokens, double cv) {
    public OutputLengthDistribution {
        if (!(meanTokens >= 1)) {
            throw new IllegalArgumentException("output.mean-tokens must be >= 1 but was " + meanTokens);
        }
        if (!(cv >= 0)) {
            throw new IllegalArgumentException("output.cv must be >= 0 but was " + cv);
        }
    }

    /** A length of at least one token. */
    public int draw(RandomGenerator random) {
        double variance = StrictMath.log(1 + cv * cv);
        double mu = StrictMath.log(meanTokens) - variance / 2;
        double tokens = StrictMath.exp(mu + Math.sqrt(variance) * random.nextGaussian());
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, Math.round(tokens)));
    }
}
