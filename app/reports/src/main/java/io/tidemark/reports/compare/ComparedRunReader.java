package io.tidemark.reports.compare;

import io.tidemark.events.Verdict;
import io.tidemark.schemas.RequestClass;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.ServerQuery;
import io.tidemark.sinks.store.read.ServerSampleRow;
import io.tidemark.sinks.store.read.run.QualityRow;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.StepRow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads runs with what comparisons need: results and their sketches, no single request, so runs whose requests are gone do as well. */
public final class ComparedRunReader {
    /** A few scrapes: a comparison reads many runs. */
    private static final Duration INFO_SEEN_WITHIN = Duration.ofSeconds(30);

    private final ResultReader results;

    ComparedRunReader(ResultReader results) {
        this.results = results;
    }

    ComparedRun read(RunRow run) {
        RunKey key = run.key();
        return new ComparedRun(
                run,
                results.objectives(key),
                steps(run),
                quality(results, run),
                serverInfo(results, run, INFO_SEEN_WITHIN));
    }

    /** None while a step's result is provisional: the others are a part of the loads, and a part of them holds another load. */
    private List<ComparedStep> steps(RunRow run) {
        List<StepRow> rows = results.steps(run.key());
        boolean isSettled = rows.stream().flatMap(row -> row.result().stream()).allMatch(result -> result.isOver());
        return isSettled ? rows.stream().flatMap(row -> step(run, row)).toList() : List.of();
    }

    private static Stream<ComparedStep> step(RunRow run, StepRow row) {
        return row.result().stream()
                .filter(result -> result.isOver() && result.verdict() != Verdict.INVALID)
                .map(result -> ComparedStep.of(run, row.step(), result, row.state())
                        .withClasses(row.results().stream()
                                .filter(one -> !one.requestClass().equals(RequestClass.ALL)
                                        && RequestClass.isPartOfAll(one.requestClass()))
                                .toList()));
    }

    /** What its model's answers were worth. */
    public static List<QualityRow> quality(ResultReader results, RunRow run) {
        RunFilter filter =
                RunFilter.team(run.key().team()).experiment(run.experiment()).phase(run.phase());
        return results.quality(filter).stream()
                .filter(row -> row.run().equals(run.key()))
                .toList();
    }

    /**
     * Labels of the info series of the run's first target, from the last scrape within a time after the run's start.
     *
     * @param within from the run's start; a few scrapes do, as info series do not change while a server runs
     */
    public static Map<String, String> serverInfo(ResultReader results, RunRow run, Duration within) {
        return run.targets().stream()
                .findFirst()
                .map(target -> results.servers(new ServerQuery(
                        run.key().team(),
                        target.name(),
                        run.started(),
                        run.started().plus(within))))
                .orElse(List.of())
                .stream()
                .map(ServerSampleRow::info)
                .filter(info -> !info.isEmpty())
                .reduce(Map.of(), (earlier, later) -> later);
    }
}
