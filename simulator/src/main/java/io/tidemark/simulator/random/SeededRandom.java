package io.tidemark.simulator.random;

import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws that are the same on every machine and JDK: made of SplitMix64's bits and of StrictMath alone, because the JDK leaves
 * open how its own exponential and Gaussian draws are made. Not thread-safe.
 */
public final class SeededRandom {
    private static final double UNIT = 0x1.0p-53;
    private static final int MANTISSA_SHIFT = 11;

    private final SplittableRandom random;

    public SeededRandom(long seed) {
        this(new SplittableRandom(seed));
    }

    private SeededRandom(SplittableRandom random) {
        this.random = random;
    }

    /** Draws of their own, whatever is drawn here later. */
    public SeededRandom split() {
        return new SeededRandom(random.split());
    }

    /** Evenly in [0, 1). */
    public double uniform() {
        return (random.nextLong() >>> MANTISSA_SHIFT) * UNIT;
    }

    /** Evenly from {@code least} to {@code most}, both included. */
    public int between(int least, int most) {
        return least + (int) Math.floor(uniform() * (most - least + 1.0));
    }

    /** Of mean 1. */
    public double exponential() {
        return -StrictMath.log(1 - uniform());
    }

    /** Of mean 0 and standard deviation 1 (Box and Muller). */
    public double gaussian() {
        double radius = StrictMath.sqrt(2 * exponential());
        return radius * StrictMath.cos(2 * Math.PI * uniform());
    }

    /** Log-normal of this mean and coefficient of variation. */
    public double logNormal(double mean, double cv) {
        double variance = StrictMath.log(1 + cv * cv);
        return StrictMath.exp(StrictMath.log(mean) - variance / 2 + StrictMath.sqrt(variance) * gaussian());
    }

    /** Beta-distributed in [0, 1], both parameters above 0. */
    public double beta(double a, double b) {
        double x = gamma(a);
        return x / (x + gamma(b));
    }

    /** Gamma-distributed of scale 1; Marsaglia and Tsang, 2000. */
    private double gamma(double shape) {
        if (shape < 1) {
            return gamma(shape + 1) * StrictMath.pow(1 - uniform(), 1 / shape);
        }
        double d = shape - 1.0 / 3;
        double c = 1 / StrictMath.sqrt(9 * d);
        while (true) {
            double x = gaussian();
            double v = StrictMath.pow(1 + c * x, 3);
            if (v > 0 && StrictMath.log(1 - uniform()) < x * x / 2 + d - d * v + d * StrictMath.log(v)) {
                return d * v;
            }
        }
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
