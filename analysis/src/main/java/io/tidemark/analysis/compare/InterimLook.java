package io.tidemark.analysis.compare;

/**
 * One of several looks at the same two sides while their runs grow. Look n may spend 1 / (n (n + 1)) of the rate of false discoveries: the parts
 * of all looks, however many there are, sum to the whole, so that by the union bound the chance of any false alarm in the sequence is within the
 * rate, however the looks depend on each other. This is alpha spending (Lan and DeMets, Biometrika 70, 1983, 659-663) without an end to the looks.
 *
 * @param number from 1
 */
public record InterimLook(int number) {
    /** The only one. */
    static final double WHOLE = 1;

    public InterimLook {
        if (number < 1) {
            throw new IllegalArgumentException("number of a look must be >= 1 but was " + number);
        }
    }

    /** The part of the rate of false discoveries that it may spend. */
    double share() {
        return 1.0 / number / (number + 1.0);
    }
}
