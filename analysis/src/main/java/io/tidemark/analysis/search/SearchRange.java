package io.tidemark.analysis.search;

/**
 * Where to search, and how finely.
 *
 * @param from the first load, known or hoped to be held
 * @param to no load above it is tried
 * @param resolution the factor between neighbouring loads that is fine enough, less 1, such as 0.05
 * @param whole whether loads are whole numbers, as concurrencies are
 */
public record SearchRange(double from, double to, double resolution, boolean whole) {
    /** Of the bracket: each load is so much higher than the one before. */
    static final double GROWTH = 1.5;

    /** So many loads below the first one are tried. */
    private static final int STEPS_DOWN = 8;

    public SearchRange {
        if (!(from > 0) || !(to >= from) || Double.isInfinite(to)) {
            throw new IllegalArgumentException("loads must be 0 < from <= to but were " + from + " and " + to);
        }
        if (!(resolution > 0 && resolution < 1)) {
            throw new IllegalArgumentException("resolution must be in (0, 1) but was " + resolution);
        }
        if (whole && from < 1) {
            throw new IllegalArgumentException("a concurrency must be at least 1 but from was " + from);
        }
    }

    /** The lowest load that is tried. */
    double lowest() {
        double lowest = from / Math.pow(GROWTH, STEPS_DOWN);
        return whole ? Math.max(1, Math.round(lowest)) : lowest;
    }

    /** A load that can be asked. */
    double rounded(double load) {
        double within = Math.min(to, Math.max(lowest(), load));
        return whole ? Math.round(within) : within;
    }

    double above(double load) {
        return rounded(Math.max(load * GROWTH, whole ? load + 1 : 0));
    }

    double below(double load) {
        return rounded(Math.min(load / GROWTH, whole ? load - 1 : load));
    }

    /** Whether no load between the two needs to be tried; a hair of rounding does not count. */
    public boolean isFine(double low, double high) {
        return high <= low * (1 + resolution) * (1 + 1e-9) || (whole && high - low <= 1);
    }
}
