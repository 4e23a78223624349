package io.tidemark.console.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.tidemark.console.view.AlertsView;
import io.tidemark.console.view.AlertsView.AlertView;
import io.tidemark.console.view.AlertsView.MuteView;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Mute;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.web.access.Scope;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Alerts, their deliveries, and what is muted. */
final class AlertRoutes {
    private static final int ALERTS = 100;
    private static final int MAX_ALERTS = 500;

    private final StoreReaders store;
    private final AlertStore alerts;
    private final InstantSource clock;

    AlertRoutes(StoreReaders store, AlertStore alerts, InstantSource clock) {
        this.store = store;
        this.alerts = alerts;
        this.clock = clock;
    }

    void addTo(RoutesConfig routes) {
        routes.get(ConsoleApi.PREFIX + "/alerts", this::alerts, Scope.READ);
    }

    private void alerts(Context request) {
        Visible visible = Visible.to(request);
        int limit = Parameters.integer(request, "limit", ALERTS, 1, MAX_ALERTS);
        ApiResponse.json(request, store.use(request, results -> view(results, visible, limit)));
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
                        .map(alert -> view(alert, mutes, now))
                        .toList(),
                mutes.stream().map(MuteView::of).toList());
    }

    private AlertView view(Alert alert, List<Mute> mutes, Instant now) {
        boolean muted = mutes.stream().anyMatch(mute -> mute.applies(alert, now));
        return AlertView.of(alert, muted, alerts.deliveries(alert.id()));
    }
}
