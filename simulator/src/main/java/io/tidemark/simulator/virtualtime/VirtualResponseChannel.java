package io.tidemark.simulator.virtualtime;

import io.tidemark.simulator.http.request.ApiException;
import io.tidemark.simulator.http.request.ErrorFormat;
import io.tidemark.simulator.http.response.ResponseChannel;
import io.tidemark.simulator.http.server.ResponseSender;
import io.tidemark.simulator.http.server.UvicornHeaders;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;

/** The way of an answer to a client in this process. */
final class VirtualResponseChannel implements ResponseChannel {
    private final VirtualServer.Client client;
    private final UvicornHeaders own;
    private Runnable onClose = () -> {};
    private boolean over;

    VirtualResponseChannel(VirtualServer.Client client, UvicornHeaders own) {
        this.client = client;
        this.own = own;
    }

    void onClose(Runnable task) {
        onClose = task;
    }

    /** The client has gone. */
    void disconnect() {
        over = true;
        onClose.run();
    }

    /** There is no server to ask. */
    void unreachable() {
        if (!over) {
            disconnect();
            client.unreachable();
        }
    }

    void refuse(ApiException refused, ErrorFormat.Envelope envelope) {
        if (over) {
            return;
        }
        Map<String, String> headers = headers(ResponseSender.JSON);
        if (refused.retryLater()) {
            headers.put("retry-after", "1");
        }
        client.head(refused.status(), headers);
        end(refused.json(envelope));
    }

    private Map<String, String> headers(String contentType) {
        Map<String, String> headers = new HashMap<>();
        headers.put("date", own.date());
        headers.put("server", "uvicorn");
        headers.put("content-type", contentType);
        return headers;
    }

    @Override
    public boolean isClosed() {
        return over;
    }

    @Override
    public void head(int status, String contentType) {
        client.head(status, headers(contentType));
    }

    @Override
    public void streamHead(int status, String contentType) {
        head(status, contentType);
    }

    @Override
    public void write(String text) {
        client.body(VirtualServer.utf8(text));
    }

    @Override
    public void writeContent(Buffer text, long dueNanos) {
        client.body(text.getBytes());
    }

    @Override
    public void endContent(Buffer text, long dueNanos) {
        disconnect();
        client.body(text.getBytes());
        client.end();
    }

    @Override
    public void end(String text) {
        disconnect();
        client.body(VirtualServer.utf8(text));
        client.end();
    }

    @Override
    public void cut() {
        disconnect();
        client.cut();
    }
}
