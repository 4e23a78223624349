package io.tidemark.reports.run;

import io.tidemark.events.Verdict;
import io.tidemark.schemas.FlagMismatch;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.run.QualityRow;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.run.SloRow;
import io.tidemark.sinks.store.read.run.TargetRow;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A run with what it gave: results and their sketches, no single request, so it is known of runs whose requests are gone as well.
 *
 * @param steps those that have a result
 * @param quality what its model's answers were worth
 */
public record MeasuredRun(
        RunRow row, List<SloRow> slo, List<MeasuredStep> steps, List<QualityRow> quality, ServerInfo serverInfo) {
    public MeasuredRun {
        slo = List.copyOf(slo);
        steps = List.copyOf(steps);
        quality = List.copyOf(quality);
    }

    /** As the store holds it. */
    public static MeasuredRun of(ResultReader results, RunRow run) {
        RunKey key = run.key();
        return new MeasuredRun(
                run,
                results.objectives(key),
                results.steps(key).stream()
                        .flatMap(step -> MeasuredStep.of(run, step).stream())
                        .toList(),
                quality(results, run),
                ServerInfo.of(results, run));
    }

    private static List<QualityRow> quality(ResultReader results, RunRow run) {
        RunFilter filter =
                RunFilter.team(run.key().team()).experiment(run.experiment()).phase(run.phase());
        return results.quality(filter).stream()
                .filter(row -> row.run().equals(run.key()))
                .toList();
    }

    /** The same with those of its steps that count: valid ones whose result is over. */
    public MeasuredRun counted() {
        return with(steps.stream()
                .filter(step -> step.isValid() && step.result().isOver())
                .toList());
    }

    /** The same; without steps while a step's result is provisional: the others are a part of the loads, and a part of them holds another load. */
    public MeasuredRun settled() {
        return steps.stream().allMatch(step -> step.result().isOver()) ? counted() : with(List.of());
    }

    private MeasuredRun with(List<MeasuredStep> other) {
        return new MeasuredRun(row, slo, other, quality, serverInfo);
    }

    public String id() {
        return row.key().run();
    }

    /** Whether it declared an objective, or was imported with verdicts: else nothing is held. */
    public boolean isJudged() {
        return !slo.isEmpty() || steps.stream().anyMatch(step -> step.verdict() != Verdict.UNKNOWN);
    }

    /** What it asked, as one name; several where it had several targets. */
    public String model() {
        return row.targets().stream().map(TargetRow::model).distinct().collect(Collectors.joining(", "));
    }

    public String serverVersion() {
        return row.targets().stream()
                .flatMap(target -> target.serverVersion().stream())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** The value that its phase declares of a server flag. */
    public String declared(String flag) {
        return row.origin().phaseConfig().getOrDefault(flag, "(not set)");
    }

    /** Remarks on declared flags that its server contradicts. */
    public List<String> flagMismatches() {
        return row.notes().remarks().stream().filter(FlagMismatch::isRemark).toList();
    }
}
