package io.tidemark.app.report;

import io.tidemark.analysis.Capacity;
import io.tidemark.analysis.LoadVerdict;
import io.tidemark.analysis.PhaseResult;
import io.tidemark.analysis.QuantileAtLoad;
import io.tidemark.analysis.RankedValues;
import io.tidemark.app.report.requests.Length;
import io.tidemark.app.report.requests.Together;
import io.tidemark.events.LoadKind;
import io.tidemark.events.VerdictBasis;
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

    List<RunReport> validRuns() {
        return runs.stream().filter(RunReport::valid).toList();
    }

    /** Steps that gave a result, of every run, by load. */
    List<StepReport> steps() {
        return sorted(runs);
    }

    List<StepReport> validSteps() {
        return sorted(validRuns()).stream().filter(StepReport::isValid).toList();
    }

    /** Those that charts draw: valid ones, or all of a phase that has none, whose {@link #legend} says so. */
    List<StepReport> drawnSteps() {
        return validSteps().isEmpty() ? steps() : validSteps();
    }

    /** Its name in a chart. */
    String legend() {
        return validSteps().isEmpty() && !steps().isEmpty() ? phase + " (INVALID)" : phase;
    }

    /** Of the ok requests of all steps that are still stored. */
    RankedValues lengths(Length length) {
        return Together.of(steps().stream()
                .map(step -> step.detail().digest().lengths().get(length))
                .filter(Objects::nonNull)
                .toList());
    }

    PhaseResult result() {
        return new PhaseResult(phase, capacity(), quantiles());
    }

    /** Of the first kind of load that it had: loads of two kinds are no axis. */
    Capacity capacity() {
        return capacity(loadKinds().stream().findFirst().orElse(LoadKind.RATE));
    }

    Capacity capacity(LoadKind kind) {
        return Capacity.of(loadVerdicts(kind));
    }

    /** What it held in the long run, or by the requests of each step alone; none where results do not tell. */
    Optional<Capacity> capacity(LoadKind kind, VerdictBasis basis) {
        return Capacity.of(loadVerdicts(kind), basis);
    }

    /** What the verdicts of its steps are about. */
    VerdictBasis verdictOn() {
        return validSteps().stream()
                .flatMap(step -> step.result().objectives().stream())
                .map(objective -> objective.judgements().verdictOn())
                .findFirst()
                .orElse(VerdictBasis.UNKNOWN);
    }

    private List<LoadVerdict> loadVerdicts(LoadKind kind) {
        return validSteps().stream()
                .filter(step -> !step.isAllAtOnce() && step.loadKind() == kind)
                .map(PhaseReport::loadVerdict)
                .toList();
    }

    /** Kinds of load to hold or to fail at, in the order of its steps; steps whose requests are all due at once have none. */
    List<LoadKind> loadKinds() {
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

    private static LoadVerdict loadVerdict(StepReport step) {
        return new LoadVerdict(
                step.load(),
                step.result().verdict(),
                step.result().objectives().stream().map(JudgedObjective::event).toList());
    }

    private static List<StepReport> sorted(List<RunReport> runs) {
        Stream<StepReport> steps = runs.stream().flatMap(run -> run.steps().stream());
        return steps.sorted(Comparator.comparingDouble(StepReport::load)).toList();
    }
}
