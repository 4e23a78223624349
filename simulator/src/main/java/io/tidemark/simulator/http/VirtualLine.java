package io.tidemark.simulator.http;

import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;

/** The way of an answer to a client in this process. */
final class VirtualLine implements Line {
    private final VirtualServer.Client client;
    private final Headers own;
    private Runnable whenOver = () -> {};
    private boolean over;

    VirtualLine(VirtualServer.Client client, Headers own) {
        this.client = client;
        this.own = own;
    }

    void whenOver(Runnable task) {
        whenOver = task;
    }

    /** The client has gone. */
    void leave() {
        over = true;
        whenOver.run();
    }

    /** There is nobody to ask. */
    void unreachable() {
        if (!over) {
            leave();
            client.unreachable();
        }
    }

    void refuse(ApiException refused, ErrorWords.Envelope envelope) {
        if (over) {
            return;
        }
        Map<String, String> headers = headers(Answers.JSON);
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
    public boolean gone() {
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
        leave();
        client.body(text.getBytes());
        client.end();
    }

    @Override
    public void end(String text) {
        leave();
        client.body(VirtualServer.utf8(text));
        client.end();
    }

    @Override
    public void cut() {
        leave();
        client.cut();
    }
}
