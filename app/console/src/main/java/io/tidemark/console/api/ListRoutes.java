package io.tidemark.console.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.tidemark.console.view.ListView;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.web.access.Scope;

/** Experiments and tunes of the store. */
final class ListRoutes {
    private final StoreReaders store;

    ListRoutes(StoreReaders store) {
        this.store = store;
    }

    void addTo(RoutesConfig routes) {
        routes.get(ConsoleApi.PREFIX + "/experiments", this::experiments, Scope.READ);
        routes.get(ConsoleApi.PREFIX + "/tunes", this::tunes, Scope.READ);
    }

    private void experiments(Context request) {
        Visible visible = Visible.to(request);
        ApiResponse.json(
                request,
                new ListView.Experiments(store.read(request, ResultReader::experiments).stream()
                        .filter(row -> visible.includes(row.team()))
                        .map(ListView.Experiment::of)
                        .toList()));
    }

    private void tunes(Context request) {
        Visible visible = Visible.to(request);
        ApiResponse.json(
                request,
                new ListView.Tunes(store.read(request, ResultReader::tunes).stream()
                        .filter(row -> visible.includes(row.team()))
                        .map(ListView.Tune::of)
                        .toList()));
    }
}
