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
    private final int outputTokens;

    /**
     * A request.
     *
     * @param id sent as {@code X-Request-Id}
     * @param body JSON, see {@link RequestBody}; not to be changed afterwards
     * @param outputTokens asked for; far beyond it the client stops by itself, as some servers ignore the limit
     */
    public CallRequest(String id, ApiKind api, byte[] body, int outputTokens) {
        this.id = id;
        this.api = api;
        this.body = body;
        this.outputTokens = outputTokens;
    }

    public String id() {
        return id;
    }

    ApiKind api() {
        return api;
    }

    ByteBuf body() {
        return Unpooled.wrappedBuffer(body);
    }

    int sizeBytes() {
        return body.length;
    }

    int outputTokens() {
        return outputTokens;
    }

    /** Output chunks, each at least one token, that no server which keeps to the limit sends. */
    int chunkCap() {
        return outputTokens + GRACE_TOKENS;
    }
}
