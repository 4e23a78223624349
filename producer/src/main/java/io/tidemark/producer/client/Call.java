package io.tidemark.producer.client;

import io.tidemark.events.ChunkKind;
import io.tidemark.events.Outcome;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One request from when it is handed over until it ended, over one or two connections. Confined to the client's loop. */
final class Call {
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
    private int attempts;
    private boolean reused;
    private final Answer answer;
    private @Nullable Connection connection;
    private boolean ended;

    Call(CallRequest request, CallObserver observer, long sentNanos, AnswerTally tally) {
        this.request = request;
        this.observer = observer;
        this.sentNanos = sentNanos;
        this.answer = new Answer(request, this::chunk, tally);
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

    boolean wasSentOnKeptAlive() {
        return reused;
    }

    int attempts() {
        return attempts;
    }

    @Nullable
    Connection connection() {
        return connection;
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

    /** Written to a connection. */
    void carriedBy(Connection carrier, boolean keptAlive) {
        attempts++;
        connection = carrier;
        reused = keptAlive;
    }

    private void chunk(Chunk chunk) {
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
    void end(Ending ending, long nanos) {
        if (ended) {
            return;
        }
        ended = true;
        CallStamps stamps = new CallStamps(
                sentNanos, connectStartNanos, connectEndNanos, tlsStartNanos, tlsEndNanos, firstByteNanos);
        Optional<String> remote = connection == null ? Optional.empty() : connection.remoteAddress();
        observer.ended(new CallEnd(
                ending.outcome(),
                ending.failure(),
                nanos,
                stamps,
                answer.facts(),
                new CallEnd.WireFacts(Math.max(attempts, 1), reused, remote)));
    }

    /** How it ends when the connection goes away now. */
    Ending cutOff(Ending beforeAnswer) {
        if (!answer.hasBegun()) {
            return beforeAnswer;
        }
        return answer.stop(Ending.client(Outcome.STREAM_CUT, "cut", "the connection ended inside the answer"));
    }
}
