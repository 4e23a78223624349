package io.tidemark.reports.model;

import io.tidemark.analysis.capacity.PhaseRatios;
import io.tidemark.analysis.capacity.PhaseResult;
import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.PhaseDecision;
import io.tidemark.events.LoadKind;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.MultiPhaseComparison;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.RegressionRow;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a report is about: the phases of an experiment with their runs, as the store had them at one moment.
 *
 * @param phases in the order in which they were first run; the first is the base of comparisons
 * @param regressions what was found of later runs' phases against earlier ones, over all their runs, newest first
 * @param smoke whether a smoke test's verdict stands first
 * @param search what the search found whose probes the runs are, in its own words, the most important first; empty of other runs
 * @param excluded newer runs that do not count, each with the reason, in words
 * @param counted all runs of its phases that count, by which it is decided; empty to decide by its own runs
 */
public record ReportModel(
        String experiment,
        Instant madeAt,
        List<PhaseReport> phases,
        List<RegressionRow> regressions,
        boolean smoke,
        List<String> search,
        List<String> excluded,
        List<ComparedSide> counted) {
    public ReportModel {
        counted = List.copyOf(counted);
        phases = List.copyOf(phases);
        regressions = List.copyOf(regressions);
        search = List.copyOf(search);
        excluded = List.copyOf(excluded);
    }

    /** Of runs that no search made. */
    public ReportModel(
            String experiment,
            Instant madeAt,
            List<PhaseReport> phases,
            List<RegressionRow> regressions,
            boolean smoke) {
        this(experiment, madeAt, phases, regressions, smoke, List.of(), List.of(), List.of());
    }

    /** Without a comparison over runs, and with a smoke test's verdict where it looks like one. */
    public ReportModel(String experiment, Instant madeAt, List<PhaseReport> phases) {
        this(experiment, madeAt, phases, List.of(), false);
    }

    /** The same with a smoke test's verdict first. */
    public ReportModel asSmokeTest() {
        return new ReportModel(experiment, madeAt, phases, regressions, true, search, excluded, counted);
    }

    /** The same of the probes of a search: what it found of all of them stands in place of a verdict on each. */
    public ReportModel ofSearch(List<String> found) {
        return new ReportModel(experiment, madeAt, phases, regressions, smoke, found, excluded, counted);
    }

    /** The same, decided by these runs of its phases; it says that others are not in it. */
    ReportModel decidedBy(List<ComparedSide> sides, List<String> others) {
        return new ReportModel(experiment, madeAt, phases, regressions, smoke, search, others, sides);
    }

    public boolean isOfSearch() {
        return !search.isEmpty();
    }

    public boolean isSmokeTest() {
        return smoke || (!isOfSearch() && SmokeTestSection.isSmokeTest(this));
    }

    /** Among the phases that have a step of a valid run. */
    public PhaseDecision decision() {
        return MultiPhaseComparison.decision(measured().map(this::side).toList(), ComparisonPolicy.DEFAULT);
    }

    /** How many runs decide it: those that it shows, or more of their phases. */
    public int decidingRuns() {
        return measured().mapToInt(phase -> side(phase).runs().size()).sum();
    }

    private ComparedSide side(PhaseReport phase) {
        return counted.stream()
                .filter(side ->
                        side.name().equals(phase.phase()) && !side.runs().isEmpty())
                .findFirst()
                .orElseGet(phase::side);
    }

    /** Whether the valid runs had one workload and one SLO; if not, neither loads nor latencies may be set side by side. */
    public boolean comparable() {
        return sameWorkload() && sameSlo();
    }

    /** Whether what phases hold is of one kind: a rate and a concurrency are no axis. */
    public boolean sameLoadKind() {
        return measured()
                        .flatMap(phase -> phase.loadKinds().stream().findFirst().stream())
                        .distinct()
                        .count()
                <= 1;
    }

    /** That of the first step; a rate where there is none. */
    public LoadKind loadKind() {
        return phases.stream()
                .flatMap(phase -> phase.steps().stream())
                .map(StepReport::loadKind)
                .findFirst()
                .orElse(LoadKind.RATE);
    }

    public boolean sameWorkload() {
        return same(run -> run.run().origin().workloadHash());
    }

    public boolean sameSlo() {
        return same(RunReport::slo);
    }

    /** Every later phase with a valid run against the first; none when they are not comparable. */
    public List<PhaseRatios> comparisons() {
        List<PhaseResult> results = measured().map(PhaseReport::result).toList();
        if (!comparable() || !sameLoadKind()) {
            return List.of();
        }
        return results.stream()
                .skip(1)
                .map(candidate -> PhaseRatios.of(results.get(0), candidate))
                .toList();
    }

    /** Whether any run declared an objective, or was imported with verdicts. */
    public boolean hasObjectives() {
        return runs().stream().anyMatch(run -> run.measured().isJudged());
    }

    public List<RunReport> runs() {
        return phases.stream().flatMap(phase -> phase.runs().stream()).toList();
    }

    /** The steps of all runs, in the order of these. */
    public Stream<RunStep> steps() {
        return runs().stream().flatMap(run -> run.steps().stream().map(step -> new RunStep(run, step)));
    }

    public Metric firstTokenMetric() {
        List<Metric> firsts =
                runs().stream().map(RunReport::firstTokenMetric).distinct().toList();
        boolean both = firsts.contains(Metric.TTFT) && firsts.contains(Metric.TTFT_DUE);
        return both ? Metric.TTFT : firsts.stream().findFirst().orElse(Metric.TTFT_DUE);
    }

    /** Position of a phase, by which it has its colour. */
    public int hue(String phase) {
        return phases.stream().map(PhaseReport::phase).toList().indexOf(phase);
    }

    /** A phase's name in a chart. */
    public String legend(String phase) {
        return phases.stream()
                .filter(one -> one.phase().equals(phase))
                .map(PhaseReport::legend)
                .findFirst()
                .orElse(phase);
    }

    private Stream<PhaseReport> measured() {
        return phases.stream().filter(phase -> !phase.validSteps().isEmpty());
    }

    private boolean same(Function<RunReport, Object> part) {
        return measured()
                        .flatMap(phase -> phase.validRuns().stream())
                        .filter(run -> !run.steps().isEmpty())
                        .map(part)
                        .distinct()
                        .count()
                <= 1;
    }
}
