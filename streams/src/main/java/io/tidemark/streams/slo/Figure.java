package io.tidemark.streams.slo;

/**
 * The figure that an objective limits: nanoseconds, a share or a burn rate. Always finite.
 *
 * @param lowerBound whether it is at least this much: the quantile falls among requests that failed or still wait, which are worse
 *     than any limit
 */
public record Figure(double value, boolean lowerBound) implements Comparable<Figure> {
    static final Figure ZERO = new Figure(0, false);

    public Figure {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("value must be finite but was " + value);
        }
    }

    public static Figure of(double value) {
        return new Figure(value, false);
    }

    Figure times(double factor) {
        return new Figure(value * factor, lowerBound);
    }

    /** What is worse than any limit is worse than what is known. */
    @Override
    public int compareTo(Figure other) {
        int byKind = Boolean.compare(lowerBound, other.lowerBound);
        return byKind == 0 ? Double.compare(value, other.value) : byKind;
    }
}
