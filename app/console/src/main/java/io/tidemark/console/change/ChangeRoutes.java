package io.tidemark.console.change;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.tidemark.console.api.Problems;
import io.tidemark.console.api.StoreReaders;
import io.tidemark.console.view.ProblemView.InvalidValue;
import io.tidemark.console.view.ViewJson;
import io.tidemark.sinks.store.StoreRightException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;

/** The routes that change something, and those that show what can be changed there. */
public final class ChangeRoutes {
    private final Optional<Changes> changes;
    private final ChangeStores stores;
    private final StoreReaders store;
    private final InstantSource clock;

    /** @param changes empty for a console that only reads */
    public ChangeRoutes(Optional<Changes> changes, ChangeStores stores, StoreReaders store, InstantSource clock) {
        this.changes = changes;
        this.stores = stores;
        this.store = store;
        this.clock = clock;
    }

    public void addTo(RoutesConfig routes) {
        routes.exception(InvalidValueException.class, ChangeRoutes::invalid);
        routes.exception(
                ChangeRefusedException.class,
                (refused, request) ->
                        Problems.answer(request, HttpStatus.FORBIDDEN.getCode(), String.valueOf(refused.getMessage())));
        routes.exception(
                StoreRightException.class,
                (refused, request) -> Problems.answer(
                        request,
                        HttpStatus.FORBIDDEN.getCode(),
                        "nothing was changed, because the console may not write here: " + refused.getMessage()));
        ChangePaths paths = new ChangePaths(routes, changes.isEmpty());
        ChangeTools tools = new ChangeTools(
                store, changes.map(Changes::operator).orElse(new Changes.Operator("", "")), clock, new SecureRandom());
        new MuteRoutes(tools, stores.alerts()).addTo(paths);
        new BaselineRoutes(tools, stores.baselines()).addTo(routes, paths);
        new AnnotationRoutes(tools, stores.annotations()).addTo(routes, paths);
        new ObjectiveRoutes(tools, changes.flatMap(Changes::objectives)).addTo(paths);
        new StopRoutes(tools, changes.flatMap(Changes::stops)).addTo(paths);
    }

    private static void invalid(InvalidValueException refused, Context request) {
        HttpStatus status = HttpStatus.UNPROCESSABLE_CONTENT;
        request.status(status)
                .contentType("application/problem+json")
                .result(ViewJson.of(new InvalidValue(
                        "about:blank",
                        status.getMessage(),
                        status.getCode(),
                        String.valueOf(refused.getMessage()),
                        refused.field(),
                        refused.value(),
                        refused.rule())));
    }
}
