package io.tidemark.console.api;

import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.tidemark.console.detail.TuneFigures;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.reports.tune.TuneReportReader;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.ResultReader;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Function;

/** Tunes of the store, newest first, and the figures of one, which a page draws. */
record TuneRoutes(InstantSource clock) {
    void addTo(StoreRoutes routes) {
        routes.get(ConsoleApi.PREFIX + "/tunes", TuneRoutes::tunes);
        routes.getWithoutSnapshot(ConsoleApi.TEAM + "/tunes/{tune}", this::figures);
    }

    private static Function<ResultReader, Object> tunes(Context request) {
        Visible visible = Visible.to(request);
        return results -> Map.of(
                "tunes",
                results.tunes().stream()
                        .filter(row -> visible.includes(row.team()))
                        .toList());
    }

    private Function<ResultReader, Object> figures(Context request) {
        Team team = Parameters.team(request);
        String id = request.pathParam("tune");
        return results -> TuneFigures.of(report(results, team, id, clock.instant()));
    }

    /** @throws NotFoundResponse if the store does not know the tune */
    static TuneReport report(ResultReader results, Team team, String id, Instant now) {
        return results.tunes().stream()
                .filter(row -> row.team().equals(team) && row.tune().equals(id))
                .findFirst()
                .map(row -> new TuneReportReader(results).read(row, now))
                .orElseThrow(() -> new NotFoundResponse("the store has no tune " + id + " of team " + team));
    }
}
