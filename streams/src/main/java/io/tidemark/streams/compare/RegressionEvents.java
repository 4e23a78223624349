package io.tidemark.streams.compare;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.MeasureChange;
import io.tidemark.analysis.compare.PhaseDecision;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.MetricName;
import io.tidemark.events.PhaseOutcome;
import io.tidemark.events.Regression;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.Metric;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Comparisons as events. Stateless. */
final class RegressionEvents {
    private RegressionEvents() {}

    /**
     * Two phases as they stand.
     *
     * @param look whose verdicts they are: one of several, while the phases' runs become more
     * @param answer of all their runs, as a single look at them gives it
     */
    record Compared(RunComparison look, PhaseDecision answer) {}

    /**
     * The events of a comparison of phases. As a gate has it, a change is none where the order of the runs lets no verdict stand. A latency at a load
     * at which a side breaks its SLO is not compared: an event that shows this replaces the result of an earlier comparison.
     *
     * @param results of both phases
     */
    static List<Regression> ofPhases(List<StepResult> results, Compared compared, Instant at) {
        ShiftedSignals moved = new ShiftedSignals(results, StepResult::getRun);
        RunComparison comparison = compared.look();
        String decision = compared.answer().sentence();
        PhaseOutcome outcome = compared.answer().outcome();
        Optional<String> withheld = compared.answer().figures().flatMap(RunComparison::withheldByOrder);
        String order = withheld.map(description -> "; " + comparison.order().description())
                .orElse("");
        Stream<Regression> figures = comparison.compared().stream()
                .map(one -> withheld.isPresent() ? one.withChangeWithheld() : one)
                .map(one -> event(results.get(0), one)
                        .setCorrelatedSignals(moved.with(one))
                        .setBasePhase(comparison.base())
                        .setCandidatePhase(comparison.candidate())
                        .setBaseRuns(one.base().runs())
                        .setCandidateRuns(one.candidate().runs())
                        .setBasis(one.basis().description() + order)
                        .setDecision(decision)
                        .setOutcome(outcome)
                        .setAt(at)
                        .build());
        Stream<Regression> excluded = comparison.beyondHeldLoad().stream()
                .map(RunComparison.LeftOut::question)
                .filter(question -> question.measure().quantile().isPresent())
                .map(question -> notCompared(
                        question(results.get(0), question)
                                .setBasePhase(comparison.base())
                                .setCandidatePhase(comparison.candidate())
                                .setBaseRuns(runs(results, comparison.base()))
                                .setCandidateRuns(runs(results, comparison.candidate()))
                                .setDecision(decision)
                                .setOutcome(outcome)
                                .setAt(at),
                        "not compared: a side breaks its SLO at this load"));
        return Stream.concat(figures, excluded).toList();
    }

    private static List<String> runs(List<StepResult> results, String phase) {
        return results.stream()
                .filter(result -> result.getPhase().equals(phase))
                .map(StepResult::getRun)
                .distinct()
                .toList();
    }

    /** Of the segments of one step, the last of which ended just now. */
    static List<Regression> ofSegments(List<StepResult> segments, RunComparison comparison, Instant at) {
        StepResult newest = segments.get(segments.size() - 1);
        ShiftedSignals moved = new ShiftedSignals(segments, ComparisonSides::segment);
        return comparison.compared().stream()
                .map(compared -> event(newest, compared)
                        .setCorrelatedSignals(moved.with(compared))
                        .setBasePhase(newest.getPhase())
                        .setCandidatePhase(newest.getPhase())
                        .setBaseRuns(List.of(newest.getRun()))
                        .setCandidateRuns(List.of(newest.getRun()))
                        .setStep(newest.getStep())
                        .setSegment(newest.getSegment())
                        .setChangedAtSegment(orNull(SegmentChangePoint.changedAt(segments, compared.question())))
                        .setBasis(segmentBasis(compared))
                        .setAt(at)
                        .build())
                .toList();
    }

    /** In the place of an earlier one that rested on a run which must not be used. */
    static Regression withdrawn(Regression earlier, String why) {
        return notCompared(Regression.newBuilder(earlier).setDecision("").setOutcome(PhaseOutcome.UNKNOWN), why);
    }

    private static Regression notCompared(Regression.Builder event, String why) {
        return event.setVerdict(ComparisonVerdict.UNKNOWN)
                .setBasis(why)
                .setBaseNanos(0)
                .setCandidateNanos(0)
                .setRatio(0)
                .setLow(null)
                .setHigh(null)
                .setChange(null)
                .setChangeLow(null)
                .setChangeHigh(null)
                .setP(null)
                .setAdjustedP(null)
                .setRunsNeeded(null)
                .setChangedAtSegment(null)
                .setCorrelatedSignals(List.of())
                .build();
    }

    private static String segmentBasis(ComparedMeasure compared) {
        List<String> base = compared.base().runs();
        List<String> candidate = compared.candidate().runs();
        return "segments of one run, not separate runs: the newest " + candidate.size() + " against the " + base.size()
                + " before; " + compared.basis().description();
    }

    private static Regression.Builder event(StepResult of, ComparedMeasure compared) {
        MeasureChange change = compared.change();
        boolean relative = compared.measure().family().isRelative();
        return question(of, compared.question())
                .setBaseNanos(compared.base().mean())
                .setCandidateNanos(compared.candidate().mean())
                .setRatio(compared.candidate().mean() / compared.base().mean())
                .setLow(relative ? orNull(change.low(), 1) : null)
                .setHigh(relative ? orNull(change.high(), 1) : null)
                .setChange(change.value())
                .setChangeLow(orNull(change.low(), 0))
                .setChangeHigh(orNull(change.high(), 0))
                .setMargin(compared.margin())
                .setP(orNull(change.p(), 0))
                .setAdjustedP(orNull(change.adjustedP(), 0))
                .setRunsNeeded(orNull(compared.runsNeeded()))
                .setVerdict(compared.verdict());
    }

    private static Regression.Builder question(StepResult of, MeasureAtLoad question) {
        Measure measure = question.measure();
        return Regression.newBuilder()
                .setExperiment(of.getExperiment())
                .setWorkloadHash(of.getWorkloadHash())
                .setLoadKind(question.loadKind())
                .setLoad(question.load())
                .setRequestClass(question.requestClass())
                .setMetric(
                        measure.family() == MeasureFamily.LATENCY
                                ? Metric.parse(measure.name()).event()
                                : MetricName.UNKNOWN)
                .setMeasure(measure.name())
                .setQuantile(measure.quantile().orElse(0));
    }

    private static @Nullable Double orNull(OptionalDouble value, double plus) {
        return value.isPresent() ? value.getAsDouble() + plus : null;
    }

    private static @Nullable Integer orNull(OptionalInt value) {
        return value.isPresent() ? value.getAsInt() : null;
    }
}
