package io.tidemark.cluster.registry.http;

import io.tidemark.cluster.registry.RegistryError;
import io.tidemark.cluster.registry.access.Caller;
import io.tidemark.schemas.serde.WriterSchemaLimits;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.function.Function;

/** Reads whole bodies of requests, unless one is too large for any schema, takes too long, or too much is held of requests without an answer. */
final class RequestBodies {
    static final int LIMIT_BYTES = WriterSchemaLimits.MAX_CHARACTERS;
    static final Duration TIME = Duration.ofSeconds(30);

    /** 16 of the largest; 120 of Tidemark's largest schema. */
    static final int MOST_BYTES_OF_CALLER = 4 << 20;

    static final int MOST_BYTES = 16 << 20;

    private final Vertx vertx;
    private final Duration time;
    private final Shares<Caller> held =
            new Shares<>(caller -> caller.mayDoEverything() ? MOST_BYTES : MOST_BYTES_OF_CALLER, MOST_BYTES);

    /** @param time for one body */
    RequestBodies(Vertx vertx, Duration time) {
        this.vertx = vertx;
        this.time = time;
    }

    /** Answers a request that was paused, once its body is whole. */
    <T> Future<T> with(HttpServerRequest request, Caller caller, Function<Buffer, Future<T>> answer) {
        Buffer body = Buffer.buffer();
        Promise<Buffer> whole = Promise.promise();
        long timer = vertx.setTimer(time.toMillis(), late -> whole.tryFail(RegistryError.tooSlow(time)));
        request.exceptionHandler(whole::tryFail);
        request.endHandler(end -> whole.tryComplete(body));
        request.handler(part -> {
            if (!whole.future().isComplete()) {
                add(part, body, caller, whole);
            }
        });
        request.resume();
        return whole.future()
                .onComplete(done -> vertx.cancelTimer(timer))
                .onFailure(failure -> discard(request))
                .compose(answer)
                .onComplete(done -> held.giveBack(caller, body.length()));
    }

    private void add(Buffer part, Buffer body, Caller caller, Promise<Buffer> whole) {
        if (body.length() + part.length() > LIMIT_BYTES) {
            whole.tryFail(RegistryError.tooLarge(LIMIT_BYTES));
        } else if (held.take(caller, part.length())) {
            body.appendBuffer(part);
        } else {
            whole.tryFail(RegistryError.tooManyBodies(MOST_BYTES_OF_CALLER, MOST_BYTES));
        }
    }

    /** Throws what comes of a refused request away; closes its connection if that takes too long. */
    void discard(HttpServerRequest request) {
        long timer =
                vertx.setTimer(time.toMillis(), late -> request.connection().close());
        request.endHandler(end -> vertx.cancelTimer(timer));
        request.resume();
    }
}
