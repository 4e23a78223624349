package io.tidemark.console.change;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.Handler;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import io.tidemark.console.api.Parameters;
import io.tidemark.console.api.StoreReaders;
import io.tidemark.console.view.ViewJson;
import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.web.access.Scope;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * What every change needs. Changes are made for callers with the scope {@code admin}, and not at all in a console that only reads.
 *
 * @param operator runs the console; empty for one that only reads
 */
record ChangeTools(
        RoutesConfig routes,
        StoreReaders store,
        Optional<Changes.Operator> operator,
        InstantSource clock,
        RandomGenerator random) {
    /** Removes what has an id in a team, and keeps the record of that. */
    @FunctionalInterface
    interface Removal {
        /** @return whether the team had it */
        boolean remove(Team team, String id, AuditEvent audit);
    }

    void post(String path, Handler change) {
        routes.post(path, guarded(change), Scope.ADMIN);
    }

    void delete(String path, Handler change) {
        routes.delete(path, guarded(change), Scope.ADMIN);
    }

    /**
     * A route that removes one thing.
     *
     * @param kind of thing, which is also the name of the path's parameter
     * @param action in the words of the command
     */
    void delete(String path, String kind, String action, Removal removal) {
        delete(path + "/{" + kind + "}", request -> {
            Team team = team(request);
            ChangeBody body = ChangeBody.of(request, Set.of());
            String id = request.pathParam(kind);
            if (!removal.remove(team, id, recorder(request, body.reason()).event(action, id, Map.of()))) {
                throw new NotFoundResponse("team " + team + " has no " + kind + " " + id);
            }
            request.status(HttpStatus.NO_CONTENT);
        });
    }

    private Handler guarded(Handler change) {
        return operator.isPresent()
                ? change
                : request -> {
                    throw new ForbiddenResponse("this console changes nothing: it was started to read only");
                };
    }

    /** The team of the path, which the caller may change and of which the store has something. */
    Team team(Context request) {
        Team team = Parameters.team(request);
        if (!store.use(request, ResultReader::teams).contains(team)) {
            throw new NotFoundResponse("the store has nothing of team " + team);
        }
        return team;
    }

    ChangeRecorder recorder(Context request, String reason) {
        return ChangeRecorder.of(request, operator.orElseThrow(), new ChangeRecorder.Made(clock, random, reason));
    }

    Instant now() {
        return clock.instant();
    }

    /** @param created whether the change was made now, and not by an earlier request that asked the same */
    static void answer(Context request, boolean created, Object view) {
        answer(request, created ? HttpStatus.CREATED : HttpStatus.OK, view);
    }

    static void answer(Context request, HttpStatus status, Object view) {
        request.status(status).contentType("application/json; charset=utf-8").result(ViewJson.of(view));
    }
}
