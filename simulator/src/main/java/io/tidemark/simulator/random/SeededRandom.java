package io.tidemark.simulator.random;

import java.util.SplittableRandom;

/**
 * Draws that are the same on every machine and JDK: made of SplitMix64's bits and of StrictMath alone, because the JDK leaves
 * open how its own Gaussian draws are made. Not thread-safe.
 */
public final class SeededRandom {
    private static final double UNIT = 0x1.0p-53;
    private static final int MANTISSA_SHIFT = 11;

    private final SplittableRandom random;

    public SeededRandom(long seed) {
        this(new SplittableRandom(seed));
    }

    private SeededRandom(SplittableRandom bits) {
        this.random = bits;
    }

    /** Draws of their own, whatever is drawn here later. */
    public SeededRandom split() {
        return new SeededRandom(random.split());
    }

    /** Evenly in [0, 1). */
    public double uniform() {
        return (random.nextLong() >>> MANTISSA_SHIFT) * UNIT;
    }

    /** Of mean 0 and standard deviation 1 (Box and Muller). */
    public double gaussian() {
        double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - uniform()));
        return radius * StrictMath.cos(2 * Math.PI * uniform());
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
}
