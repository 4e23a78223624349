package io.tidemark.simulator.http;

import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;

/** The way of an answer to a client in this process. */
final class VirtualLine implements Line {
    private final VirtualServer.Client client;
    private boolean over;

    VirtualLine(VirtualServer.Client client) {
        this.client = client;
    }

    /** The client has gone. */
    void leave() {
        over = true;
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

    private static Map<String, String> headers(String contentType) {
        Map<String, String> headers = new HashMap<>();
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
        over = true;
        client.body(text.getBytes());
        client.end();
    }

    @Override
    public void end(String text) {
        over = true;
        client.body(VirtualServer.utf8(text));
        client.end();
    }

    @Override
    public void cut() {
        over = true;
        client.cut();
    }
}
