package io.tidemark.cluster.registry.http;

import io.tidemark.cluster.registry.RegistryError;
import io.tidemark.schemas.serde.WriterSchemaLimits;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/** A request's whole body, unless it is too large for any schema. */
final class LimitedBody {
    static final int LIMIT_BYTES = WriterSchemaLimits.MAX_CHARACTERS;

    private LimitedBody() {}

    static Future<Buffer> of(HttpServerRequest request) {
        Buffer body = Buffer.buffer();
        Promise<Buffer> whole = Promise.promise();
        request.exceptionHandler(whole::tryFail);
        request.endHandler(end -> whole.tryComplete(body));
        request.handler(part -> {
            if (body.length() + part.length() <= LIMIT_BYTES) {
                body.appendBuffer(part);
            } else {
                whole.tryFail(RegistryError.tooLarge(LIMIT_BYTES));
            }
        });
        return whole.future();
    }
}
