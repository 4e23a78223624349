package io.tidemark.producer.client;

import io.tidemark.events.ChunkKind;
import io.tidemark.events.Outcome;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.openai.ParserContext;
import io.tidemark.producer.openai.Redaction;
import io.tidemark.producer.openai.RequestFailure;
import io.tidemark.producer.openai.RequestOutcome;
import io.tidemark.producer.openai.ResponseChunk;
import io.tidemark.producer.openai.ResponseReader;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One request from when it is handed over until it ended, over as many connections as that takes. Confined to the client's loop. */
public final class Call {
    private static final int MAX_TRANSPARENT_RETRIES = 2;

    /** A server that closed a kept-alive connection while it was idle has its close arrive within about a round trip of the request. */
    private static final long STALE_NANOS = Duration.ofMillis(20).toNanos();

    private final CompletionRequest request;
    private final CallObserver observer;
    private long sentNanos;
    private OptionalLong connectStartNanos = OptionalLong.empty();
    private OptionalLong connectEndNanos = OptionalLong.empty();
    private OptionalLong tlsStartNanos = OptionalLong.empty();
    private OptionalLong tlsEndNanos = OptionalLong.empty();
    private OptionalLong firstByteNanos = OptionalLong.empty();
    private long lastOutputNanos;
    private boolean hasOutput;
    private int retries;
    private int transparentRetries;
    private boolean reused;
    private boolean unprocessed;
    private boolean writeFailed;
    private long exchangeStartNanos;
    private final ParserContext parsing;
    private ResponseReader response;
    private @Nullable TransportExchange exchange;
    private boolean ended;
    private boolean headersReported;

    public Call(CompletionRequest request, CallObserver observer, long sentNanos, ParserContext parsing) {
        this.request = request;
        this.observer = observer;
        this.sentNanos = sentNanos;
        this.parsing = parsing;
        this.response = newResponse();
    }

    private ResponseReader newResponse() {
        ResponseReader empty = new ResponseReader(request, this::chunk, parsing);
        empty.keepHeaders(observer.wantedHeaders());
        return empty;
    }

    public CompletionRequest request() {
        return request;
    }

    public ResponseReader response() {
        return response;
    }

    long sentNanos() {
        return sentNanos;
    }

    long lastOutputNanos() {
        return lastOutputNanos;
    }

    boolean hasOutput() {
        return hasOutput;
    }

    public boolean hasEnded() {
        return ended;
    }

    /** The server gave word that it did not look at the request. */
    public void markUnprocessed() {
        unprocessed = true;
    }

    /**
     * Whether the server did not process it, by its own word or by how the kept-alive connection ended: a write that failed, or a
     * close so soon that the server had closed before. Then it is sent once more, which is no retry. A POST that a server may
     * have processed is not sent again (RFC 9110, 9.2.2).
     */
    public boolean mayRetryTransparently(RequestOutcome ending, long nowNanos) {
        boolean stale = reused && (writeFailed || nowNanos - exchangeStartNanos <= STALE_NANOS);
        return (unprocessed || stale)
                && ending.outcome() != Outcome.CLIENT_ERROR
                && !ended
                && !response.hasBegun()
                && transparentRetries < MAX_TRANSPARENT_RETRIES;
    }

    /** The request is encoded and is next written to the kernel. On an open connection this is the send time of the first attempt. */
    public void writtenToOpenConnection(long nanos) {
        if (retries == 0 && transparentRetries == 0) {
            sentNanos = nanos;
        }
    }

    /** Not all of it reached the connection. */
    public void writeFailed() {
        writeFailed = true;
    }

    public void retryTransparently() {
        transparentRetries++;
        detachExchange();
    }

    int retries() {
        return retries;
    }

    /** Begins again, as the plan wants it for what failed; stamps stay those of the first attempt. */
    void retry() {
        retries++;
        detachExchange();
        headersReported = false;
        response.close();
        response = newResponse();
        firstByteNanos = OptionalLong.empty();
    }

    private void detachExchange() {
        exchange = null;
        reused = false;
        unprocessed = false;
        writeFailed = false;
    }

    @Nullable
    TransportExchange exchange() {
        return exchange;
    }

    public void connecting(long nanos) {
        connectStartNanos = OptionalLong.of(nanos);
    }

    public void connected(long nanos, boolean tls) {
        connectEndNanos = OptionalLong.of(nanos);
        tlsStartNanos = tls ? connectEndNanos : OptionalLong.empty();
    }

    public void tlsEstablished(long nanos) {
        tlsEndNanos = OptionalLong.of(nanos);
    }

    public void firstByte(long nanos) {
        firstByteNanos = OptionalLong.of(nanos);
    }

    /** On its way from then on. */
    public void startExchange(TransportExchange carrier, boolean keptAlive, long nanos) {
        exchange = carrier;
        reused = keptAlive;
        exchangeStartNanos = nanos;
    }

    private void chunk(ResponseChunk chunk) {
        reportHeaders();
        if (chunk.kind() == ChunkKind.UNKNOWN) {
            observer.emptyChoice(chunk.stampNanos());
            return;
        }
        if (chunk.isOutput()) {
            hasOutput = true;
            lastOutputNanos = chunk.stampNanos();
        }
        observer.chunk(chunk);
    }

    /** Notifies the observer, once. */
    void end(RequestOutcome ending, long nanos, Redaction redaction) {
        if (ended) {
            return;
        }
        ended = true;
        CallStamps stamps = new CallStamps(
                sentNanos,
                connectStartNanos,
                connectEndNanos,
                tlsStartNanos,
                tlsEndNanos,
                firstByteNanos,
                response.lastByteNanos());
        // Before the observer knows of the headers: it then lets the body go.
        RequestFailure failure = redaction.of(ending.failure(), request);
        reportHeaders();
        response.close();
        observer.ended(new CallResult(
                ending.outcome(), failure, nanos, stamps, response.facts().redacted(redaction), wire()));
    }

    private void reportHeaders() {
        if (!headersReported && response.hasBegun()) {
            headersReported = true;
            observer.headersReceived(response.headers());
        }
    }

    private CallResult.ConnectionFacts wire() {
        return new CallResult.ConnectionFacts(
                1 + retries + transparentRetries,
                transparentRetries,
                reused,
                exchange == null ? Optional.empty() : Optional.of(exchange.httpVersion()),
                exchange == null ? Optional.empty() : exchange.remoteAddress());
    }

    /** How it ends when the connection goes away now. */
    public RequestOutcome outcomeOfDisconnect(RequestOutcome beforeAnswer) {
        if (!response.hasBegun() || beforeAnswer.outcome() == Outcome.CLIENT_ERROR) {
            return beforeAnswer;
        }
        return response.stop(
                RequestOutcome.client(Outcome.STREAM_CUT, "cut", "the connection ended inside the answer"));
    }
}
