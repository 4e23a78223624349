package io.tidemark.reports.compare;

import io.tidemark.events.Verdict;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.ImportedRates;
import io.tidemark.schemas.RequestClass;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.ServerQuery;
import io.tidemark.sinks.store.read.ServerSampleRow;
import io.tidemark.sinks.store.read.run.QualityRow;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepRow;
import io.tidemark.sinks.store.read.step.StepStateRow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads runs with what comparisons need: results and their sketches, no single request, so runs whose requests are gone do as well. */
final class ComparedRunReader {
    /** Info series do not change while a server runs. */
    private static final Duration INFO_SEEN_WITHIN = Duration.ofSeconds(30);

    private final ResultReader results;

    ComparedRunReader(ResultReader results) {
        this.results = results;
    }

    ComparedRun read(RunRow run) {
        RunKey key = run.key();
        List<ComparedStep> steps =
                results.steps(key).stream().flatMap(row -> step(run, row)).toList();
        return new ComparedRun(run, results.objectives(key), steps, quality(run), serverInfo(run));
    }

    private static Stream<ComparedStep> step(RunRow run, StepRow row) {
        return row.result().stream()
                .filter(result -> result.isOver() && result.verdict() != Verdict.INVALID)
                .map(result -> new ComparedStep(
                        row.step(),
                        result,
                        row.state().flatMap(StepStateRow::ended).or(result::measureUntil),
                        isServerPaced(run, row, result),
                        Stream.concat(
                                        row.state().stream().flatMap(state -> state.flags().stream()),
                                        result.flags().stream())
                                .distinct()
                                .toList(),
                        row.results().stream()
                                .filter(one -> !one.requestClass().equals(RequestClass.ALL)
                                        && RequestClass.isPartOfAll(one.requestClass()))
                                .toList(),
                        ImportedRates.of(run, row.step())));
    }

    private static boolean isServerPaced(RunRow run, StepRow row, StepResultRow result) {
        boolean capped = row.state()
                .filter(state -> state.offered().concurrencyCap().isPresent())
                .isPresent();
        return capped || run.imported().isPresent() || ValueFormat.isAllAtOnce(result.loadKind(), result.load());
    }

    private List<QualityRow> quality(RunRow run) {
        RunFilter filter =
                RunFilter.team(run.key().team()).experiment(run.experiment()).phase(run.phase());
        return results.quality(filter).stream()
                .filter(row -> row.run().equals(run.key()))
                .toList();
    }

    private Map<String, String> serverInfo(RunRow run) {
        return run.targets().stream()
                .findFirst()
                .map(target -> results.servers(new ServerQuery(
                        run.key().team(),
                        target.name(),
                        run.started(),
                        run.started().plus(INFO_SEEN_WITHIN))))
                .orElse(List.of())
                .stream()
                .map(ServerSampleRow::info)
                .filter(info -> !info.isEmpty())
                .reduce(Map.of(), (earlier, later) -> later);
    }
}
