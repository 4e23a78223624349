package io.tidemark.analysis.compare;

import io.tidemark.events.ComparisonVerdict;
import java.util.OptionalInt;

/**
 * The answer to one question by both sides.
 *
 * @param margin the largest change that does not matter, in the unit of {@code change}
 * @param runsNeeded runs per side that would decide it if the change and the spread of runs stayed as they are; empty when decided, when
 *     nothing is known of the spread, or beyond {@link RunsNeeded#MOST}
 */
public record Compared(
        Question question,
        Answers base,
        Answers candidate,
        Change change,
        double margin,
        ComparisonVerdict verdict,
        Basis basis,
        OptionalInt runsNeeded) {

    public Measure measure() {
        return question.measure();
    }

    /** Whether the candidate's value is the worse one. */
    public boolean isWorse() {
        return measure().family().isWorse(change.value());
    }

    /**
     * What the interval alone would say, without the correction for many questions: of a screening a hint, never a verdict. SCREENING where
     * there is no interval.
     */
    public ComparisonVerdict hint() {
        return change.low().isEmpty() ? ComparisonVerdict.SCREENING : Verdicts.of(change, margin, isWorse());
    }
}
