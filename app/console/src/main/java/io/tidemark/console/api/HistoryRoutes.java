package io.tidemark.console.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.RunPage;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.web.access.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A metric of an experiment over its runs. */
final class HistoryRoutes {
    /** The newest runs: each costs the reading of its steps with their sketches. */
    private static final int MAX_RUNS = 200;

    private final StoreReaders store;

    HistoryRoutes(StoreReaders store) {
        this.store = store;
    }

    void addTo(RoutesConfig routes) {
        routes.get(ConsoleApi.TEAM + "/experiments/{experiment}/history", this::history, Scope.READ);
    }

    private void history(Context request) {
        Team team = Parameters.team(request);
        String experiment = request.pathParam("experiment");
        Metric metric = Parameters.metric(request);
        double quantile = number(request, "quantile").orElse(0.99);
        if (!(quantile > 0 && quantile < 1)) {
            throw new BadRequestResponse("quantile must be between 0 and 1 but was " + quantile);
        }
        Optional<Double> load = number(request, "load");
        Optional<Instant> from = Parameters.instant(request, "from");
        Optional<Instant> until = Parameters.instant(request, "until");
        ApiResponse.json(request, store.read(request, results -> {
            RunFilter all = RunFilter.team(team).experiment(experiment);
            List<RunRow> runs = results.runs(all.started(from, until), new RunPage(Optional.empty(), MAX_RUNS));
            if (runs.isEmpty()
                    && results.runs(all, new RunPage(Optional.empty(), 1)).isEmpty()) {
                throw new NotFoundResponse("the store has no experiment \"" + experiment + "\" of team " + team);
            }
            return new RunHistory(results, experiment, metric, quantile).view(runs, load);
        }));
    }

    private static Optional<Double> number(Context request, String name) {
        return Parameters.text(request, name).map(text -> {
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException e) {
                throw new BadRequestResponse(name + " must be a number but was \"" + text + "\"");
            }
        });
    }
}
