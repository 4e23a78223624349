package io.tidemark.console.api;

import io.javalin.http.Context;
import io.tidemark.console.view.AlertsView;
import io.tidemark.console.view.AlertsView.AlertView;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Mute;
import io.tidemark.sinks.store.read.ResultReader;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Alerts, their deliveries, and what is muted. */
record AlertRoutes(AlertStore alerts, InstantSource clock) {
    private static final int ALERTS = 100;
    private static final int MAX_ALERTS = 500;

    void addTo(StoreRoutes routes) {
        routes.getWithoutSnapshot(ConsoleApi.PREFIX + "/alerts", this::list);
    }

    private Function<ResultReader, Object> list(Context request) {
        Visible visible = Visible.to(request);
        int limit = Parameters.integer(request, "limit", ALERTS, 1, MAX_ALERTS);
        return results -> view(results, visible, limit);
    }

    private AlertsView view(ResultReader results, Visible visible, int limit) {
        Instant now = clock.instant();
        List<Alert> newest = new ArrayList<>();
        List<Mute> mutes = new ArrayList<>();
        for (Team team : results.teams()) {
            if (visible.includes(team)) {
                mutes.addAll(alerts.mutes(team, now));
                newest.addAll(alerts.newest(team, limit));
            }
        }
        return new AlertsView(
                now,
                newest.stream()
                        .limit(limit)
                        .map(alert -> AlertView.of(
                                alert,
                                mutes.stream().anyMatch(mute -> mute.applies(alert, now)),
                                alerts.deliveries(alert.id())))
                        .toList(),
                mutes);
    }
}
