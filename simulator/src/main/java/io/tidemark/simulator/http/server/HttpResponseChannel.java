package io.tidemark.simulator.http.server;

import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.http.response.ResponseChannel;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** A response being written, and the log of its writes. Confined to the event loop. */
record HttpResponseChannel(
        HttpServerRequest request,
        HttpChunkWriter chunks,
        UvicornHeaders headers,
        WriteTimestamps writes,
        NanoClock clock)
        implements ResponseChannel {
    HttpResponseChannel(HttpServerRequest request, UvicornHeaders headers, WriteTimestamps writes, NanoClock clock) {
        this(request, new HttpChunkWriter(request), headers, writes, clock);
    }

    HttpServerResponse response() {
        return request.response();
    }

    @Override
    public boolean isClosed() {
        return response().closed() || response().ended();
    }

    @Override
    public void write(String text) {
        chunks.write(Buffer.buffer(text));
    }

    /** Stamps it too. On the event loop the write has reached the socket when it returns. */
    @Override
    public void writeContent(Buffer text, long dueNanos) {
        long begunNanos = clock.nanos();
        chunks.write(text);
        writes.recordWrite(dueNanos, begunNanos, clock.nanos());
    }

    @Override
    public void endContent(Buffer text, long dueNanos) {
        long begunNanos = clock.nanos();
        var unused = response().end(text);
        writes.recordWrite(dueNanos, begunNanos, clock.nanos());
    }

    @Override
    public void end(String text) {
        var unused = response().end(text);
    }

    @Override
    public void head(int status, String contentType) {
        headers.addTo(response().setStatusCode(status)).putHeader("content-type", contentType);
    }

    @Override
    public void streamHead(int status, String contentType) {
        head(status, contentType);
        var unused = response().setChunked(true).writeHead();
    }

    @Override
    public void cut() {
        var unused = request.connection().close();
    }
}
