package io.tidemark.schemas.sketch;

/**
 * The bucket layout of OpenTelemetry's exponential histogram at scale 5 (Prometheus schema 5): bucket {@code i} holds
 * {@code (2^(i/32), 2^((i+1)/32)]}. Slots are that index plus 1, so that the smallest positive value, 1, is in slot 0.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/otel/metrics/data-model/#exponentialhistogram">OpenTelemetry data model</a>
 */
final class LogBuckets {
    static final int SCALE = 5;
    static final int PER_OCTAVE = 1 << SCALE;
    /** Slots that a positive {@code long} can fall in: 0 to this, exclusive. */
    static final int SLOTS = 63 * PER_OCTAVE + 1;

    private static final int MANTISSA_BITS = 62;
    /** {@code 2^(k/32)} scaled by 2^62, rounded down. */
    private static final long[] BOUNDARIES = boundaries();

    private LogBuckets() {}

    /** The slot of a positive value. No floating point: the leading bits give a slot that is at most 3 too low. */
    static int slot(long value) {
        int exponent = 63 - Long.numberOfLeadingZeros(value);
        if ((value & (value - 1)) == 0) {
            return exponent * PER_OCTAVE;
        }
        long mantissa = value << (MANTISSA_BITS - exponent);
        int step = (int) (mantissa >>> (MANTISSA_BITS - SCALE)) & (PER_OCTAVE - 1);
        while (step < PER_OCTAVE - 1 && BOUNDARIES[step + 1] <= mantissa) {
            step++;
        }
        return exponent * PER_OCTAVE + step + 1;
    }

    /** Upper bound of a slot, inclusive. */
    static double upper(int slot) {
        return Math.scalb(
                Math.pow(2, (double) Math.floorMod(slot, PER_OCTAVE) / PER_OCTAVE), Math.floorDiv(slot, PER_OCTAVE));
    }

    /** Lower bound of a slot, exclusive. */
    static double lower(int slot) {
        return upper(slot - 1);
    }

    /** The value whose relative error is the same, 1.083 %, to both bounds of the slot. */
    static long middle(int slot) {
        double low = lower(slot);
        double high = upper(slot);
        return Math.round(2 * low * high / (low + high));
    }

    private static long[] boundaries() {
        long[] boundaries = new long[PER_OCTAVE];
        for (int k = 0; k < PER_OCTAVE; k++) {
            boundaries[k] = (long) Math.scalb(Math.pow(2, (double) k / PER_OCTAVE), MANTISSA_BITS);
        }
        return boundaries;
    }
}
