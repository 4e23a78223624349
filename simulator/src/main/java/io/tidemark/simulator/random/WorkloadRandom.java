package io.tidemark.simulator.random;

import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws that are the same on every JDK: the JDK's own exponential and Gaussian ones have changed between releases, so these
 * are made of uniform ones and of StrictMath. Not thread-safe.
 */
public final class WorkloadRandom {
    private final SplittableRandom random;

    public WorkloadRandom(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** Evenly in [0, 1). */
    public double uniform() {
        return random.nextDouble();
    }

    /** Evenly from {@code least} to {@code most}, both included. */
    public int between(int least, int most) {
        return least + (int) Math.floor(uniform() * (most - least + 1.0));
    }

    /** Of mean 1. */
    public double exponential() {
        return -StrictMath.log(1 - uniform());
    }

    /** Of mean 0 and standard deviation 1. */
    public double gaussian() {
        double radius = StrictMath.sqrt(2 * exponential());
        return radius * StrictMath.cos(2 * Math.PI * uniform());
    }

    /** Log-normal of this mean and coefficient of variation. */
    public double logNormal(double mean, double cv) {
        double variance = StrictMath.log(1 + cv * cv);
        return StrictMath.exp(StrictMath.log(mean) - variance / 2 + StrictMath.sqrt(variance) * gaussian());
    }

    /** Puts the list in a random order. */
    public void shuffle(List<?> list) {
        for (int i = list.size() - 1; i > 0; i--) {
            Collections.swap(list, i, between(0, i));
        }
    }

    /**
     * When {@code count} requests are due, in nanoseconds: a Poisson process whose gaps are scaled so that it takes {@code
     * count / perSecond}, as {@code vllm bench serve} does. An infinite rate has all of them due at once.
     */
    public long[] arrivalsNanos(int count, double perSecond) {
        double[] seconds = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += exponential();
            seconds[i] = sum;
        }
        long[] nanos = new long[count];
        for (int i = 0; i < count; i++) {
            nanos[i] = Math.round(seconds[i] / sum * (count / perSecond) * 1e9);
        }
        return nanos;
    }
}
