package io.tidemark.streams.objectives;

/**
 * The figure that an objective limits: nanoseconds, a share or a burn rate. Always finite.
 *
 * @param lowerBound whether it is at least this much: the quantile falls among requests that failed or still wait, which are worse
 *     than any limit
 */
public record ObjectiveValue(double value, boolean lowerBound) implements Comparable<ObjectiveValue> {
    static final ObjectiveValue ZERO = new ObjectiveValue(0, false);

    public ObjectiveValue {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("value must be finite but was " + value);
        }
    }

    public static ObjectiveValue of(double value) {
        return new ObjectiveValue(value, false);
    }

    public ObjectiveValue times(double factor) {
        return new ObjectiveValue(value * factor, lowerBound);
    }

    /** What is worse than any limit is worse than what is known. */
    @Override
    public int compareTo(ObjectiveValue other) {
        int byKind = Boolean.compare(lowerBound, other.lowerBound);
        return byKind == 0 ? Double.compare(value, other.value) : byKind;
    }
}
