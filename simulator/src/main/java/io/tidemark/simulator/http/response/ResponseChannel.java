package io.tidemark.simulator.http.response;

import io.vertx.core.buffer.Buffer;

/** The way of one answer to its client. Confined to one thread. */
public interface ResponseChannel {
    /** Whether nothing can be written any more. */
    boolean isClosed();

    void head(int status, String contentType);

    /** Writes a head whose body's length is not known yet. */
    void streamHead(int status, String contentType);

    void write(String text);

    /** Writes text that carries tokens and was to be written at {@code dueNanos}. */
    void writeContent(Buffer text, long dueNanos);

    /** Like {@link #writeContent}, and ends the answer. */
    void endContent(Buffer text, long dueNanos);

    void end(String text);

    /** Closes the connection, whatever was to come. */
    void cut();
}
