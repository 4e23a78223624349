package io.tidemark.reports.model;

import io.tidemark.analysis.objective.RequestVerdict;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.RunStatus;
import io.tidemark.reports.compare.ComparedRun;
import io.tidemark.reports.requests.BreachExample;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.WindowRow;
import io.tidemark.sinks.store.read.run.QualityRow;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.run.SloRow;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run with all that a report shows of it.
 *
 * @param breachExamples by breach: the requests that show it, the worst first
 * @param windows those that are shown over time: of the first token's metric, with the server's signals, and of TPOT
 * @param serverInfo labels of the server's info series, as its last scrape had them
 * @param quality what the model's answers were worth
 */
public record RunReport(
        RunRow run,
        List<SloRow> slo,
        List<StepReport> steps,
        List<BreachRow> breaches,
        Map<String, List<BreachExample>> breachExamples,
        Map<Metric, List<WindowRow>> windows,
        Map<String, String> serverInfo,
        List<QualityRow> quality) {
    public RunReport {
        slo = List.copyOf(slo);
        steps = List.copyOf(steps);
        breaches = List.copyOf(breaches);
        breachExamples = Map.copyOf(breachExamples);
        windows = Map.copyOf(windows);
        serverInfo = Map.copyOf(serverInfo);
        quality = List.copyOf(quality);
    }

    /** Of a model that was not evaluated. */
    public RunReport(
            RunRow run,
            List<SloRow> slo,
            List<StepReport> steps,
            List<BreachRow> breaches,
            Map<String, List<BreachExample>> culprits,
            Map<Metric, List<WindowRow>> windows,
            Map<String, String> serverInfo) {
        this(run, slo, steps, breaches, culprits, windows, serverInfo, List.of());
    }

    /** The same, with these windows by metric. */
    RunReport with(Map<Metric, List<WindowRow>> other) {
        return new RunReport(run, slo, steps, breaches, breachExamples, other, serverInfo, quality);
    }

    /** As a run of a side of comparisons. */
    ComparedRun compared() {
        return new ComparedRun(
                run,
                slo,
                steps.stream()
                        .filter(step -> step.isValid() && step.result().isOver())
                        .map(step -> step.compared(run))
                        .toList(),
                quality,
                serverInfo);
    }

    /** Whether another run had the same workload and the same objectives. */
    boolean isAlike(RunRow other, ResultReader results) {
        return run.origin().workloadHash().equals(other.origin().workloadHash())
                && slo.equals(results.objectives(other.key()));
    }

    /** Whether another tool measured it. */
    public boolean isImported() {
        return run.imported().isPresent();
    }

    public String phase() {
        return run.phase();
    }

    public String id() {
        return run.key().run();
    }

    public boolean valid() {
        return run.status() != RunStatus.INVALID;
    }

    public boolean running() {
        return run.isRunning();
    }

    /** It ended without saying so. */
    public boolean lost() {
        return run.isLost();
    }

    /** The first objective on a quantile of this metric. */
    public Optional<SloRow> objective(Metric metric) {
        return slo.stream()
                .filter(row -> row.kind() == ObjectiveKind.QUANTILE)
                .filter(row -> row.metric().filter(metric::equals).isPresent())
                .findFirst();
    }

    /** Whether the figure is unknown that an objective of a step limits: no request has it, or facts of the step make it unfit. */
    public boolean leavesUnknown(StepReport step, ObjectiveRow objective) {
        boolean isLatency = objective.metric().isPresent();
        return (isLatency && objective.count() == 0)
                || objective.metric().filter(step::isUnfit).isPresent()
                || slo.stream()
                        .filter(row -> row.kind() == ObjectiveKind.GOOD_RATIO)
                        .filter(row -> row.name().equals(objective.objective()))
                        .flatMap(row -> RequestVerdict.limitsNanos(row.toEvent()).keySet().stream())
                        .anyMatch(step::isUnfit);
    }

    /** The kind of TTFT that the SLO is on; else from due where that is known; E2E where answers are not streamed. */
    public Metric firstTokenMetric() {
        if (!streamed()) {
            return Metric.E2E;
        }
        boolean sentOnly =
                objective(Metric.TTFT).isPresent() && objective(Metric.TTFT_DUE).isEmpty();
        return sentOnly || !knowsDueTimes() ? Metric.TTFT : Metric.TTFT_DUE;
    }

    /** False for an imported run without the due times of its requests. */
    private boolean knowsDueTimes() {
        return steps.stream().anyMatch(step -> step.has(Metric.TTFT_DUE))
                || steps.stream().noneMatch(step -> step.has(Metric.TTFT));
    }

    /** False when there are answers, and none had a first token of its own. */
    public boolean streamed() {
        return steps.stream().noneMatch(step -> step.has(Metric.E2E))
                || steps.stream().anyMatch(step -> step.has(Metric.TTFT_DUE) || step.has(Metric.TTFT));
    }

    public double secondsSinceStart(Instant at) {
        return Duration.between(run.started(), at).toMillis() / 1000.0;
    }
}
