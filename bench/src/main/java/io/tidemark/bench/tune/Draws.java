package io.tidemark.bench.tune;

import java.util.Random;
import java.util.SplittableRandom;

/** Random numbers of distributions. */
final class Draws {
    private Draws() {}

    /** Of mean 0 and standard deviation 1. */
    static double gaussian(SplittableRandom random) {
        return new Random(random.nextLong()).nextGaussian();
    }

    /** By the product of evenly drawn numbers (Knuth); means are small. */
    static int poisson(double mean, SplittableRandom random) {
        double limit = Math.exp(-mean);
        double product = random.nextDouble();
        int count = 0;
        while (product > limit) {
            product *= random.nextDouble();
            count++;
        }
        return count;
    }
}
