package io.tidemark.producer.client;

import io.tidemark.events.ChunkKind;
import io.tidemark.events.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One request from when it is handed over until it ended, over as many connections as that takes. Confined to the client's loop. */
final class Call {
    private static final int MOST_SENT_ANEW = 2;

    /** A server that closed a kept-alive connection while it was idle has its close arrive within about a round trip of the request. */
    private static final long STALE_NANOS = Duration.ofMillis(20).toNanos();

    private final CallRequest request;
    private final CallObserver observer;
    private final long sentNanos;
    private OptionalLong connectStartNanos = OptionalLong.empty();
    private OptionalLong connectEndNanos = OptionalLong.empty();
    private OptionalLong tlsStartNanos = OptionalLong.empty();
    private OptionalLong tlsEndNanos = OptionalLong.empty();
    private OptionalLong firstByteNanos = OptionalLong.empty();
    private long lastOutputNanos;
    private boolean hasOutput;
    private int retries;
    private int sentAnew;
    private boolean reused;
    private boolean unseen;
    private boolean writeFailed;
    private long carriedNanos;
    private final Parsing parsing;
    private Answer answer;
    private @Nullable Carriage carriage;
    private boolean ended;
    private boolean toldHeaders;

    Call(CallRequest request, CallObserver observer, long sentNanos, Parsing parsing) {
        this.request = request;
        this.observer = observer;
        this.sentNanos = sentNanos;
        this.parsing = parsing;
        this.answer = emptyAnswer();
    }

    private Answer emptyAnswer() {
        Answer empty = new Answer(request, this::chunk, parsing);
        empty.keepHeaders(observer.wantedHeaders());
        return empty;
    }

    CallRequest request() {
        return request;
    }

    Answer answer() {
        return answer;
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

    boolean hasEnded() {
        return ended;
    }

    /** The server gave word that it did not look at the request. */
    void wentUnseen() {
        unseen = true;
    }

    /**
     * Whether the server did not process it, by its own word or by how the kept-alive connection ended: a write that failed, or a
     * close so soon that the server had closed before. Then it is sent once more, which is no retry. A POST that a server may
     * have processed is not sent again (RFC 9110, 9.2.2).
     */
    boolean mayBeSentAnew(Ending ending, long nowNanos) {
        boolean stale = reused && (writeFailed || nowNanos - carriedNanos <= STALE_NANOS);
        return (unseen || stale)
                && ending.outcome() != Outcome.CLIENT_ERROR
                && !ended
                && !answer.hasBegun()
                && sentAnew < MOST_SENT_ANEW;
    }

    /** Not all of it reached the connection. */
    void writeFailed() {
        writeFailed = true;
    }

    void sendAnew() {
        sentAnew++;
        leave();
    }

    int retries() {
        return retries;
    }

    /** Begins again, as the plan wants it for what failed; stamps stay those of the first attempt. */
    void retry() {
        retries++;
        leave();
        toldHeaders = false;
        answer = emptyAnswer();
        firstByteNanos = OptionalLong.empty();
    }

    private void leave() {
        carriage = null;
        reused = false;
        unseen = false;
        writeFailed = false;
    }

    @Nullable
    Carriage carriage() {
        return carriage;
    }

    void connecting(long nanos) {
        connectStartNanos = OptionalLong.of(nanos);
    }

    void connected(long nanos, boolean tls) {
        connectEndNanos = OptionalLong.of(nanos);
        tlsStartNanos = tls ? connectEndNanos : OptionalLong.empty();
    }

    void secured(long nanos) {
        tlsEndNanos = OptionalLong.of(nanos);
    }

    void firstByte(long nanos) {
        firstByteNanos = OptionalLong.of(nanos);
    }

    /** On its way from then on. */
    void carriedBy(Carriage carrier, boolean keptAlive, long nanos) {
        carriage = carrier;
        reused = keptAlive;
        carriedNanos = nanos;
    }

    private void chunk(Chunk chunk) {
        tellHeaders();
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

    /** Tells the observer, once. */
    void end(Ending ending, long nanos, Redaction redaction) {
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
                answer.lastByteNanos());
        tellHeaders();
        observer.ended(new CallEnd(
                ending.outcome(),
                redaction.of(ending.failure()),
                nanos,
                stamps,
                answer.facts().redacted(redaction),
                wire()));
    }

    private void tellHeaders() {
        if (!toldHeaders && answer.hasBegun()) {
            toldHeaders = true;
            observer.answered(answer.headers());
        }
    }

    private CallEnd.WireFacts wire() {
        return new CallEnd.WireFacts(
                1 + retries + sentAnew,
                sentAnew,
                reused,
                carriage == null ? Optional.empty() : Optional.of(carriage.httpVersion()),
                carriage == null ? Optional.empty() : carriage.remoteAddress());
    }

    /** How it ends when the connection goes away now. */
    Ending cutOff(Ending beforeAnswer) {
        if (!answer.hasBegun() || beforeAnswer.outcome() == Outcome.CLIENT_ERROR) {
            return beforeAnswer;
        }
        return answer.stop(Ending.client(Outcome.STREAM_CUT, "cut", "the connection ended inside the answer"));
    }
}
