package io.tidemark.producer.plan.workload;

import java.util.random.RandomGenerator;

/** How many tokens (or turns) something has: whole numbers of at least 1, drawn independently of each other. */
public interface LengthDistribution {
    /** The smallest that is drawn. */
    int min();

    /** The largest that is drawn. */
    int max();

    /**
     * The length that a share of all draws does not exceed.
     *
     * @param share in (0, 1)
     */
    int quantile(double share);

    /** The mean of all draws. */
    double mean();

    /** One length; takes one number from the generator, unless there is only one length. */
    default int draw(RandomGenerator random) {
        return quantile(random.nextDouble());
    }
}
