package io.tidemark.analysis.compare;

import io.tidemark.analysis.difference.DifferenceBasis;
import io.tidemark.analysis.difference.SideMeasurements;
import io.tidemark.analysis.difference.SideValues;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.RunMeasurements;
import io.tidemark.events.ComparisonVerdict;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The answer to one question by both sides.
 *
 * @param margin the largest change that does not matter, in the unit of {@code change}
 * @param block the change for the worse that must be excluded before a gate passes it, in the same unit
 * @param worstNotExcluded the change for the worse that the one-sided bound of the interval's confidence leaves possible, 0 or more; infinite without
 *     an interval
 * @param runsNeeded runs per side, these included, that decide it with a chance of {@link RunsNeeded#POWER}; empty when it is not open, when
 *     nothing is known of the spread, or beyond {@link RunsNeeded#MAX}
 * @param detectable the least change for the worse that these runs find with the same chance; empty where they decide nothing
 */
public record ComparedMeasure(
        MeasureAtLoad question,
        SideValues base,
        SideValues candidate,
        MeasureChange change,
        double margin,
        double block,
        double worstNotExcluded,
        ComparisonVerdict verdict,
        DifferenceBasis basis,
        OptionalInt runsNeeded,
        OptionalDouble detectable) {

    ComparedMeasure withRunsNeeded(OptionalInt runs) {
        return new ComparedMeasure(
                question, base, candidate, change, margin, block, worstNotExcluded, verdict, basis, runs, detectable);
    }

    /** The same question asked of a series' runs before a step and from it on, at which it became worse. */
    ComparedMeasure regressedAt(RunSeries.Step step, List<RunMeasurements> runs) {
        Map<Boolean, List<RunMeasurements>> sides = runs.stream()
                .filter(run -> run.startedAt().isPresent())
                .collect(Collectors.partitioningBy(
                        run -> run.startedAt().orElseThrow().isBefore(step.startedAt())));
        return new ComparedMeasure(
                question,
                new SideMeasurements(new ComparisonSide("before", sides.getOrDefault(true, List.of()))).to(question),
                new SideMeasurements(new ComparisonSide("after", sides.getOrDefault(false, List.of()))).to(question),
                step.change(),
                margin,
                block,
                worstNotExcluded,
                ComparisonVerdict.REGRESSED,
                basis,
                OptionalInt.empty(),
                detectable);
    }

    /** Without a sign: the logarithm of a ratio, of a share the difference. */
    double changeSize() {
        return Math.abs(measure().family().isRelative() ? Math.log1p(change.value()) : change.value());
    }

    /** The same, INCONCLUSIVE if it is a change: for runs whose order lets no verdict stand, {@link RunComparison#withheldByOrder}. */
    public ComparedMeasure withChangeWithheld() {
        return PhaseDecision.isChange(verdict)
                ? new ComparedMeasure(
                        question,
                        base,
                        candidate,
                        change,
                        margin,
                        block,
                        worstNotExcluded,
                        ComparisonVerdict.INCONCLUSIVE,
                        basis,
                        runsNeeded,
                        detectable)
                : this;
    }

    /** Whether it is excluded that the candidate is worse by the block or more: it is not inferior. */
    public boolean isNotWorse() {
        return basis.decides() && isBlocked() && worstNotExcluded < block;
    }

    /** Whether it holds a verdict back as long as it is open; a block of all of the value asks for nothing. */
    public boolean isBlocked() {
        return block < 1;
    }

    /** Whether neither a change nor that it is not worse is shown, of what must be. */
    public boolean isOpen() {
        return verdict == ComparisonVerdict.INCONCLUSIVE && isBlocked() && !isNotWorse();
    }

    public Measure measure() {
        return question.measure();
    }

    /** Of the side that has fewer. */
    public int runsOfSmallerSide() {
        return Math.min(base.runs().size(), candidate.runs().size());
    }

    /** Whether the candidate's value is the worse one. */
    public boolean isWorse() {
        return measure().family().isWorse(change.value());
    }

    /**
     * What the interval alone would say, without the correction for many questions: of a screening a hint, never a verdict. SCREENING where
     * there is no interval.
     */
    public ComparisonVerdict uncorrectedVerdict() {
        return change.low().isEmpty() ? ComparisonVerdict.SCREENING : VerdictRule.of(change, margin, isWorse());
    }
}
