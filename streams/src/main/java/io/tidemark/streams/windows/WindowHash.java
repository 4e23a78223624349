package io.tidemark.streams.windows;

import java.util.Map;

/** A hash of what a window says, the same in every process. Not thread-safe. */
public final class WindowHash {
    private static final long SEED = 0x9e3779b97f4a7c15L;

    private long value = SEED;

    public WindowHash add(long part) {
        value = mixed(value ^ mixed(part + SEED));
        return this;
    }

    /** In whatever order they are. */
    public WindowHash add(Map<String, Double> signals) {
        long sum = 0;
        for (Map.Entry<String, Double> signal : signals.entrySet()) {
            sum += mixed(signal.getKey().hashCode() * SEED ^ mixed(Double.doubleToLongBits(signal.getValue())));
        }
        return add(sum);
    }

    public long value() {
        return value;
    }

    /** The finalizer of SplittableRandom (Steele, Lea, Flood 2014). */
    private static long mixed(long bits) {
        long z = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
