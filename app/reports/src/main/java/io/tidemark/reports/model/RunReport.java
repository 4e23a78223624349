package io.tidemark.reports.model;

import io.tidemark.analysis.objective.RequestVerdict;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.RunStatus;
import io.tidemark.reports.requests.BreachExample;
import io.tidemark.reports.run.MeasuredRun;
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
import java.util.stream.IntStream;

/**
 * A run with all that a report shows of it.
 *
 * @param details of its steps, in their order
 * @param breachExamples by breach: the requests that show it, the worst first
 * @param windows those that are shown over time: of the first token's metric, with the server's signals, and of TPOT
 */
public record RunReport(
        MeasuredRun measured,
        List<StepDetail> details,
        List<BreachRow> breaches,
        Map<String, List<BreachExample>> breachExamples,
        Map<Metric, List<WindowRow>> windows) {
    public RunReport {
        details = List.copyOf(details);
        breaches = List.copyOf(breaches);
        breachExamples = Map.copyOf(breachExamples);
        windows = Map.copyOf(windows);
        if (details.size() != measured.steps().size()) {
            throw new IllegalArgumentException("run " + measured.id() + " has "
                    + measured.steps().size() + " steps with a result, but details of " + details.size());
        }
    }

    /** The same, with these windows by metric. */
    RunReport with(Map<Metric, List<WindowRow>> other) {
        return new RunReport(measured, details, breaches, breachExamples, other);
    }

    public RunRow run() {
        return measured.row();
    }

    public List<SloRow> slo() {
        return measured.slo();
    }

    /** Those that have a result. */
    public List<StepReport> steps() {
        return IntStream.range(0, details.size())
                .mapToObj(step -> new StepReport(measured.steps().get(step), details.get(step)))
                .toList();
    }

    public List<QualityRow> quality() {
        return measured.quality();
    }

    /** Whether another run had the same workload and the same objectives. */
    boolean isAlike(RunRow other, ResultReader results) {
        return run().origin().workloadHash().equals(other.origin().workloadHash())
                && slo().equals(results.objectives(other.key()));
    }

    /** Whether another tool measured it. */
    public boolean isImported() {
        return run().imported().isPresent();
    }

    public String phase() {
        return run().phase();
    }

    public String id() {
        return measured.id();
    }

    public boolean valid() {
        return run().status() != RunStatus.INVALID;
    }

    public boolean running() {
        return run().isRunning();
    }

    /** It ended without saying so. */
    public boolean lost() {
        return run().isLost();
    }

    /** The first objective on a quantile of this metric. */
    public Optional<SloRow> objective(Metric metric) {
        return slo().stream()
                .filter(row -> row.kind() == ObjectiveKind.QUANTILE)
                .filter(row -> row.metric().filter(metric::equals).isPresent())
                .findFirst();
    }

    /** Whether the figure is unknown that an objective of a step limits: no request has it, or facts of the step make it unfit. */
    public boolean leavesUnknown(StepReport step, ObjectiveRow objective) {
        boolean isLatency = objective.metric().isPresent();
        return (isLatency && objective.count() == 0)
                || objective.metric().filter(step::isUnfit).isPresent()
                || slo().stream()
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
        return steps().stream().anyMatch(step -> step.has(Metric.TTFT_DUE))
                || steps().stream().noneMatch(step -> step.has(Metric.TTFT));
    }

    /** False when there are answers, and none had a first token of its own. */
    public boolean streamed() {
        return steps().stream().noneMatch(step -> step.has(Metric.E2E))
                || steps().stream().anyMatch(step -> step.has(Metric.TTFT_DUE) || step.has(Metric.TTFT));
    }

    public double secondsSinceStart(Instant at) {
        return Duration.between(run().started(), at).toMillis() / 1000.0;
    }
}
