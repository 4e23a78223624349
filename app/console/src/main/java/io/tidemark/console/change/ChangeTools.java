package io.tidemark.console.change;

import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.tidemark.console.api.Parameters;
import io.tidemark.console.api.StoreReaders;
import io.tidemark.console.view.ViewJson;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.ResultReader;
import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** What every change needs. */
record ChangeTools(StoreReaders store, Changes.Operator operator, InstantSource clock, RandomGenerator random) {
    static final int OK = 200;
    static final int CREATED = 201;
    static final int ACCEPTED = 202;

    /** The team of the path, which the caller may change and of which the store has something. */
    Team team(Context request) {
        Team team = Parameters.team(request);
        if (!store.use(request, ResultReader::teams).contains(team)) {
            throw new NotFoundResponse("the store has nothing of team " + team);
        }
        return team;
    }

    ChangeRecorder recorder(Context request, String reason) {
        return ChangeRecorder.of(request, operator, new ChangeRecorder.Made(clock, random, reason));
    }

    Instant now() {
        return clock.instant();
    }

    /** @param created whether the change was made now, and not by an earlier request that asked the same */
    static void answer(Context request, boolean created, Object view) {
        answer(request, created ? CREATED : OK, view);
    }

    static void answer(Context request, int status, Object view) {
        request.status(status).contentType("application/json; charset=utf-8").result(ViewJson.of(view));
    }
}
