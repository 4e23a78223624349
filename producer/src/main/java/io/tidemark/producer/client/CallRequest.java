package io.tidemark.producer.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.tidemark.events.ApiKind;

/** One request, ready to be sent. */
public final class CallRequest {
    private static final int GRACE_TOKENS = 16;

    private final String id;
    private final ApiKind api;
    private final byte[] body;
    private final Expected expected;
    private final TraceContext trace;

    /**
     * A request for one streamed answer.
     *
     * @param id sent as {@code X-Request-Id}
     * @param body JSON, see {@link RequestBody}; not to be changed afterwards
     * @param outputTokens asked for; far beyond it the client stops by itself, as some servers ignore the limit
     */
    public CallRequest(String id, ApiKind api, byte[] body, int outputTokens) {
        this(id, api, body, Expected.stream(outputTokens));
    }

    /**
     * A request.
     *
     * @param id sent as {@code X-Request-Id}
     * @param body JSON, see {@link RequestBody}; not to be changed afterwards
     */
    public CallRequest(String id, ApiKind api, byte[] body, Expected expected) {
        this.id = id;
        this.api = api;
        this.body = body;
        this.expected = expected;
        this.trace = TraceContext.of(id);
    }

    /**
     * What the body asks for.
     *
     * @param outputTokens most of them per choice; far beyond it the client stops by itself, as some servers ignore the limit
     */
    public record Expected(boolean stream, int outputTokens, int choices) {
        static Expected stream(int outputTokens) {
            return new Expected(true, outputTokens, 1);
        }
    }

    public String id() {
        return id;
    }

    public TraceContext trace() {
        return trace;
    }

    ApiKind api() {
        return api;
    }

    ByteBuf body() {
        return Unpooled.wrappedBuffer(body);
    }

    /** Of its body. */
    public int sizeBytes() {
        return body.length;
    }

    Expected expected() {
        return expected;
    }

    /** Output chunks, each at least one token, that no server which keeps to the limit sends. */
    int chunkCap() {
        return (expected.outputTokens() + GRACE_TOKENS) * expected.choices();
    }
}
