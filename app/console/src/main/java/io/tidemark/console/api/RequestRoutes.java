package io.tidemark.console.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.tidemark.console.view.RequestsView;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.SloRow;
import io.tidemark.web.access.Scope;
import java.time.Instant;
import java.util.Optional;

/** Requests of a run that broke an objective. */
final class RequestRoutes {
    private static final int REQUESTS = 20;
    private static final int MAX_REQUESTS = 200;

    private final StoreReaders store;

    RequestRoutes(StoreReaders store) {
        this.store = store;
    }

    void addTo(RoutesConfig routes) {
        routes.get(ConsoleApi.RUN + "/requests", this::requests, Scope.READ);
    }

    private void requests(Context request) {
        RunKey key = Parameters.run(request);
        String name = Parameters.required(request, "objective");
        Optional<Instant> from = Parameters.instant(request, "from");
        Optional<Instant> until = Parameters.instant(request, "until");
        int limit = Parameters.integer(request, "limit", REQUESTS, 1, MAX_REQUESTS);
        ApiResponse.json(request, store.read(request, results -> {
            WorstRequests worst = new WorstRequests(objective(results, key, name), from, until, limit);
            results.scanRequests(key, worst);
            return new RequestsView(name, worst.total(), worst.worst());
        }));
    }

    private static SloRow objective(ResultReader results, RunKey key, String name) {
        RunRoutes.found(results, key);
        return results.objectives(key).stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new NotFoundResponse("run " + key.run() + " has no objective \"" + name + "\""));
    }
}
