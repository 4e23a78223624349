package io.tidemark.producer.plan;

/**
 * How evenly requests follow each other at a given rate.
 *
 * @param burstiness shape of the gamma distribution of the gaps, &gt; 0; their coefficient of variation is 1/sqrt(burstiness):
 *     1 is a Poisson process, below 1 come bursts, infinity makes all gaps equal. The meaning is that of vLLM's {@code --burstiness}
 */
public record Gaps(double burstiness) {
    public static final Gaps POISSON = new Gaps(1);
    public static final Gaps EQUAL = new Gaps(Double.POSITIVE_INFINITY);

    public Gaps {
        if (!(burstiness > 0)) {
            throw new IllegalArgumentException("burstiness must be > 0 but was " + burstiness);
        }
    }
}
