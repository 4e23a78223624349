package io.tidemark.reports.model;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.analysis.capacity.PhaseResult;
import io.tidemark.analysis.capacity.QuantileAtLoad;
import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.events.LoadKind;
import io.tidemark.events.VerdictBasis;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.requests.RequestSummary;
import io.tidemark.reports.requests.TokenLength;
import io.tidemark.schemas.Metric;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A phase with its runs. Only valid steps of valid runs count in what it held. */
public record PhaseReport(String phase, List<RunReport> runs) {
    private static final List<Metric> COMPARED = List.of(Metric.TTFT_DUE, Metric.TPOT, Metric.E2E);
    private static final List<Double> QUANTILES = List.of(0.5, 0.95);

    public PhaseReport {
        runs = List.copyOf(runs);
    }

    public List<RunReport> validRuns() {
        return runs.stream().filter(RunReport::valid).toList();
    }

    /** Steps that gave a result, of every run, by load. */
    public List<StepReport> steps() {
        return sorted(runs);
    }

    public List<StepReport> validSteps() {
        return sorted(validRuns()).stream().filter(StepReport::isValid).toList();
    }

    /** Those that charts draw: valid ones, or all of a phase that has none, whose {@link #legend} says so. */
    public List<StepReport> chartedSteps() {
        return validSteps().isEmpty() ? steps() : validSteps();
    }

    /** Its name in a chart. */
    public String legend() {
        return validSteps().isEmpty() && !steps().isEmpty() ? phase + " (INVALID)" : phase;
    }

    /** Of the ok requests of all steps that are still stored; of output tokens, of the steps that know them. */
    public RankedValues lengths(TokenLength length) {
        return RequestSummary.merged(steps().stream()
                .filter(step -> length != TokenLength.OUTPUT || !step.hasUnfitTokens())
                .map(step -> step.detail().requests().lengths().get(length))
                .filter(Objects::nonNull)
                .toList());
    }

    /** Its valid runs as a side of comparisons. */
    ComparedSide side() {
        return new ComparedSide(
                phase, validRuns().stream().map(run -> run.measured().counted()).toList(), List.of(), List.of());
    }

    PhaseResult result() {
        return new PhaseResult(phase, capacity(), quantiles());
    }

    /** Of the first kind of load that it had: loads of two kinds are no axis. */
    public Capacity capacity() {
        return capacity(loadKinds().stream().findFirst().orElse(LoadKind.RATE));
    }

    public Capacity capacity(LoadKind kind) {
        return Capacity.of(loadVerdicts(), kind);
    }

    /** What it held in the long run, or by the requests of each step alone; none where results do not show it. */
    public Optional<Capacity> capacity(LoadKind kind, VerdictBasis basis) {
        return Capacity.of(loadVerdicts(), kind, basis);
    }

    /** What the verdicts of its steps are about. */
    public VerdictBasis verdictOn() {
        return validSteps().stream()
                .flatMap(step -> step.objectives().stream())
                .map(objective -> objective.judgements().verdictOn())
                .findFirst()
                .orElse(VerdictBasis.UNKNOWN);
    }

    private List<LoadVerdict> loadVerdicts() {
        return validSteps().stream().map(step -> step.measured().loadVerdict()).toList();
    }

    /** Kinds of load to hold or to fail at, in the order of its steps; steps whose requests are all due at once have none. */
    public List<LoadKind> loadKinds() {
        return validRuns().stream()
                .flatMap(run -> run.steps().stream())
                .filter(step -> !step.isAllAtOnce())
                .map(StepReport::loadKind)
                .distinct()
                .toList();
    }

    private List<QuantileAtLoad> quantiles() {
        return validSteps().stream()
                .flatMap(step -> COMPARED.stream()
                        .flatMap(metric -> QUANTILES.stream()
                                .map(quantile -> new QuantileAtLoad(
                                        metric, quantile, step.load(), step.interval(metric, quantile)))))
                .toList();
    }

    private static List<StepReport> sorted(List<RunReport> runs) {
        Stream<StepReport> steps = runs.stream().flatMap(run -> run.steps().stream());
        return steps.sorted(Comparator.comparingDouble(StepReport::load)).toList();
    }
}
