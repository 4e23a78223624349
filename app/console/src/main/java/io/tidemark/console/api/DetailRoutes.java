package io.tidemark.console.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.tidemark.console.detail.SoakFigures;
import io.tidemark.console.detail.SoakView;
import io.tidemark.console.detail.TuneFigures;
import io.tidemark.reports.tune.TuneReportReader;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.tune.TuneRow;
import io.tidemark.web.access.Scope;
import java.time.InstantSource;

/** Figures of tunes and soaks, which pages draw. */
final class DetailRoutes {
    private static final int MAX_ALERTS = 500;

    private final StoreReaders store;
    private final AlertStore alerts;
    private final InstantSource clock;

    DetailRoutes(StoreReaders store, AlertStore alerts, InstantSource clock) {
        this.store = store;
        this.alerts = alerts;
        this.clock = clock;
    }

    void addTo(RoutesConfig routes) {
        routes.get(ConsoleApi.TEAM + "/tunes/{tune}", this::tune, Scope.READ);
        routes.get(ConsoleApi.RUN + "/soak", this::soak, Scope.READ);
    }

    private void tune(Context request) {
        Team team = Parameters.team(request);
        String id = request.pathParam("tune");
        ApiResponse.json(
                request,
                store.use(
                        request,
                        results -> TuneFigures.of(
                                new TuneReportReader(results).read(found(results, team, id), clock.instant()))));
    }

    static TuneRow found(ResultReader results, Team team, String id) {
        return results.tunes().stream()
                .filter(row -> row.team().equals(team) && row.tune().equals(id))
                .findFirst()
                .orElseThrow(() -> new NotFoundResponse("the store has no tune " + id + " of team " + team));
    }

    private void soak(Context request) {
        RunKey key = Parameters.run(request);
        Metric metric = Parameters.metric(request);
        ApiResponse.json(
                request,
                store.read(
                        request,
                        results -> new SoakView.Answer(new SoakFigures(results, RunRoutes.found(results, key))
                                .view(metric, alerts.newest(key.team(), MAX_ALERTS)))));
    }
}
