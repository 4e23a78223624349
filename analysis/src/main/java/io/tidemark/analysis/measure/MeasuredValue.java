package io.tidemark.analysis.measure;

import java.util.OptionalDouble;

/**
 * One run's answer to one question.
 *
 * @param value nanoseconds, per second, or a share, as the measure's {@link MeasureFamily} says
 * @param count requests or items that it rests on; 0 where unknown
 * @param standardError what the value alone would vary by if the run were done again under the very same conditions, in the value's unit, as
 *     an evaluation says of its score; empty where unknown
 * @param stepWidth width of the steps that the value is known in, as a sketch's slot, in the value's unit; 0 where it is exact
 */
public record MeasuredValue(
        MeasureAtLoad question, double value, long count, OptionalDouble standardError, double stepWidth) {
    public MeasuredValue {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(question.measure().label() + " must be finite but was " + value);
        }
        if (count < 0) {
            throw new IllegalArgumentException(
                    question.measure().label() + " rests on " + count + " requests: must be >= 0");
        }
        if (standardError.isPresent()
                && !(standardError.getAsDouble() >= 0 && Double.isFinite(standardError.getAsDouble()))) {
            throw new IllegalArgumentException("standard error of "
                    + question.measure().label() + " must be finite and >= 0 but was " + standardError.getAsDouble());
        }
    }

    /** An exact value with its own error, where it has one. */
    public MeasuredValue(MeasureAtLoad question, double value, long count, OptionalDouble standardError) {
        this(question, value, count, standardError, 0);
    }

    /** An exact value. */
    public MeasuredValue(MeasureAtLoad question, double value, long count) {
        this(question, value, count, OptionalDouble.empty());
    }

    /** Whether the value has an error of its own: a published standard error, or for evaluations a non-zero {@link #ownVariance()}. */
    public boolean hasOwnError() {
        return standardError.isPresent() || (question.measure().family().isEvaluation() && ownVariance() > 0);
    }

    /**
     * Variance of the value by itself: of its standard error and of an even spread over its step, and of a share of n independent items not
     * below p (1 - p) / n with one good and one bad item added, so that 0 of n is not taken for certain (Agresti and Caffo, The American
     * Statistician 54, 2000, 280-288).
     */
    public double ownVariance() {
        double variance = standardError.orElse(0) * standardError.orElse(0) + stepWidth * stepWidth / 12;
        boolean isShare = !question.measure().family().isRelative() && count > 0 && value >= 0 && value <= 1;
        if (!isShare) {
            return variance;
        }
        double items = count + 2.0;
        double share = (value * count + 1) / items;
        return Math.max(variance, share * (1 - share) / items);
    }
}
