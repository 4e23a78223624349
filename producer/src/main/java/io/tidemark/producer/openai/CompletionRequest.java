package io.tidemark.producer.openai;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.tidemark.events.ApiKind;

/** One request, ready to be sent. */
public final class CompletionRequest {
    private static final int GRACE_TOKENS = 16;

    private final String id;
    private final ApiKind api;
    private final Body body;
    private final Expected expected;
    private final TraceContext trace;
    private final boolean keepsContent;

    /**
     * A request for one streamed answer.
     *
     * @param id sent as {@code X-Request-Id}
     * @param body JSON, see {@link CompletionBody}; not to be changed afterwards
     * @param outputTokens asked for; far beyond it the client stops by itself, as some servers ignore the limit
     */
    public CompletionRequest(String id, ApiKind api, byte[] body, int outputTokens) {
        this(id, api, body, Expected.stream(outputTokens));
    }

    /**
     * A request.
     *
     * @param id sent as {@code X-Request-Id}
     * @param body JSON, see {@link CompletionBody}; not to be changed afterwards
     */
    public CompletionRequest(String id, ApiKind api, byte[] body, Expected expected) {
        this(id, api, new Body(body), expected, false);
    }

    private CompletionRequest(String id, ApiKind api, Body body, Expected expected, boolean keepsContent) {
        this.id = id;
        this.api = api;
        this.body = body;
        this.expected = expected;
        this.keepsContent = keepsContent;
        this.trace = TraceContext.of(id);
    }

    /** What all copies of a request send; empty once it was let go. */
    private static final class Body {
        private byte[] bytes;

        Body(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    /** Lets the body go, for it will not be sent again. On the client's thread. */
    public void releaseBody() {
        body.bytes = new byte[0];
    }

    /** The same, and the content of its answer is kept until it ends, for a turn that resends it. */
    public CompletionRequest withKeptContent() {
        return new CompletionRequest(id, api, body, expected, true);
    }

    /** The same under another id. */
    public CompletionRequest withId(String other) {
        return new CompletionRequest(other, api, body, expected, keepsContent);
    }

    boolean keepsContent() {
        return keepsContent;
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

    public ApiKind api() {
        return api;
    }

    public ByteBuf body() {
        return Unpooled.wrappedBuffer(body.bytes);
    }

    /** Not to be changed. */
    public byte[] bytes() {
        return body.bytes;
    }

    /** Of its body; 0 once it was let go. */
    public int sizeBytes() {
        return body.bytes.length;
    }

    public Expected expected() {
        return expected;
    }

    /** More than any server sends that keeps to the limit. */
    int tokenCap() {
        return (expected.outputTokens() + GRACE_TOKENS) * expected.choices();
    }
}
