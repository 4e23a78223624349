package io.tidemark.producer.plan.load;

/**
 * How evenly requests follow each other at a given rate.
 *
 * @param burstiness shape of the gamma distribution of the gaps, &gt; 0; their coefficient of variation is 1/sqrt(burstiness):
 *     1 is a Poisson process, below 1 come bursts, infinity makes all gaps equal. The meaning is that of vLLM's {@code --burstiness}
 */
public record InterarrivalGaps(double burstiness) {
    public static final InterarrivalGaps POISSON = new InterarrivalGaps(1);
    public static final InterarrivalGaps EQUAL = new InterarrivalGaps(Double.POSITIVE_INFINITY);

    public InterarrivalGaps {
        if (!(burstiness > 0)) {
            throw new IllegalArgumentException("burstiness must be > 0 but was " + burstiness);
        }
    }
}
