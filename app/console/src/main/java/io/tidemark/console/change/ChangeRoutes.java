package io.tidemark.console.change;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.javalin.config.RoutesConfig;
import io.javalin.http.HttpStatus;
import io.tidemark.console.api.ConsoleApi;
import io.tidemark.console.api.Problems;
import io.tidemark.console.api.Problems.Problem;
import io.tidemark.sinks.store.StoreRightException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;

/** The routes that change something, and those that show what can be changed there. */
public final class ChangeRoutes {
    private final Optional<Changes> changes;
    private final ConsoleApi.Sources sources;
    private final InstantSource clock;

    /** Why a change was refused, one field of which breaks a rule. */
    private record InvalidValue(@JsonUnwrapped Problem problem, String field, String value, String rule) {}

    /** @param changes empty for a console that only reads */
    public ChangeRoutes(Optional<Changes> changes, ConsoleApi.Sources sources, InstantSource clock) {
        this.changes = changes;
        this.sources = sources;
        this.clock = clock;
    }

    public void addTo(RoutesConfig routes) {
        routes.exception(InvalidValueException.class, (refused, request) -> {
            Problem problem =
                    Problem.of(HttpStatus.UNPROCESSABLE_CONTENT.getCode(), String.valueOf(refused.getMessage()));
            Problems.write(
                    request,
                    problem.status(),
                    new InvalidValue(problem, refused.field(), refused.value(), refused.rule()));
        });
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
        ChangeTools tools =
                new ChangeTools(routes, sources.store(), changes.map(Changes::operator), clock, new SecureRandom());
        new MuteRoutes(tools, sources.alerts()).addRoutes();
        new BaselineRoutes(tools, sources.baselines()).addRoutes();
        new AnnotationRoutes(tools, sources.annotations()).addRoutes();
        new LiveRunRoutes(tools, changes.flatMap(Changes::objectives), changes.flatMap(Changes::stops)).addRoutes();
    }
}
