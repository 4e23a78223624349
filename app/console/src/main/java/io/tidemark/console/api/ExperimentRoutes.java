package io.tidemark.console.api;

import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.RunPage;
import io.tidemark.sinks.store.read.run.RunRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Experiments of the store, the one with the newest run first, and a metric of one over its runs. */
final class ExperimentRoutes {
    /** The newest runs: each costs the reading of its steps with their sketches. */
    private static final int MAX_RUNS = 200;

    private ExperimentRoutes() {}

    static void addTo(StoreRoutes routes) {
        routes.get(ConsoleApi.PREFIX + "/experiments", ExperimentRoutes::experiments);
        routes.get(ConsoleApi.TEAM + "/experiments/{experiment}/history", ExperimentRoutes::history);
    }

    private static Function<ResultReader, Object> experiments(Context request) {
        Visible visible = Visible.to(request);
        return results -> Map.of(
                "experiments",
                results.experiments().stream()
                        .filter(row -> visible.includes(row.team()))
                        .toList());
    }

    private static Function<ResultReader, Object> history(Context request) {
        Team team = Parameters.team(request);
        String experiment = request.pathParam("experiment");
        Metric metric = Parameters.metric(request);
        double quantile = Parameters.parsed(request, "quantile", "a number", Double::parseDouble)
                .orElse(0.99);
        if (!(quantile > 0 && quantile < 1)) {
            throw new BadRequestResponse("quantile must be between 0 and 1 but was " + quantile);
        }
        Optional<Double> load = Parameters.parsed(request, "load", "a number", Double::parseDouble);
        Optional<Instant> from = Parameters.instant(request, "from");
        Optional<Instant> until = Parameters.instant(request, "until");
        return results -> {
            RunFilter all = RunFilter.team(team).experiment(experiment);
            List<RunRow> runs = results.runs(all.started(from, until), new RunPage(Optional.empty(), MAX_RUNS));
            if (runs.isEmpty()
                    && results.runs(all, new RunPage(Optional.empty(), 1)).isEmpty()) {
                throw new NotFoundResponse("the store has no experiment \"" + experiment + "\" of team " + team);
            }
            return new RunHistory(results, experiment, metric, quantile).view(runs, load);
        };
    }
}
