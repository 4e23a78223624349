package io.tidemark.producer.lane;

import io.tidemark.events.ChunkKind;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.CallResult;
import io.tidemark.producer.openai.ResponseChunk;
import io.tidemark.producer.record.LastOutputByChoice;
import io.tidemark.producer.record.RequestEventFields;
import io.tidemark.producer.record.RequestIdentity;
import io.tidemark.producer.record.TokenBatcher;
import io.tidemark.producer.tally.RequestOutputTimeline;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Follows one request from sent to ended and makes its event. Confined to the lane's loop. */
final class RequestRecorder implements CallObserver {
    private RequestIdentity identity;
    private final Lane lane;
    private final RequestOutputTimeline seconds;
    private final LogHistogram itl = new LogHistogram();
    private final LastOutputByChoice choices = new LastOutputByChoice();
    private final Map<ChunkKind, Long> firsts = new EnumMap<>(ChunkKind.class);
    private boolean hasToken;
    private long firstTokenNanos;
    private long lastTokenNanos;
    private TokenBatcher batcher;
    private long sentNanos;
    private OptionalLong lagNanos = OptionalLong.empty();
    private long heldBytes;
    private CallObserver watch = CallObserver.silent();

    RequestRecorder(RequestIdentity identity, Lane lane, RequestOutputTimeline seconds) {
        this.identity = identity;
        this.lane = lane;
        this.seconds = seconds;
        this.batcher = new TokenBatcher(identity, identity.dueNanos());
    }

    /** Who hears its chunks and its end too. */
    void setObserver(CallObserver observer) {
        watch = observer;
    }

    /** Bytes of its body that the lane counts as held. */
    long heldBytes() {
        return heldBytes;
    }

    void setHeldBytes(long bytes) {
        heldBytes = bytes;
    }

    /**
     * From here on chunks may come.
     *
     * @param lag for how many nanoseconds nothing but this client kept it from being sent
     */
    void sent(long nanos, long lag) {
        sentNanos = nanos;
        lagNanos = OptionalLong.of(lag);
        batcher = new TokenBatcher(identity, nanos);
    }

    @Override
    public Set<String> wantedHeaders() {
        return lane.answerCaches().headers();
    }

    /** An answer that a cache gave is distinguished before its first chunk, so that all its records are of one class. */
    @Override
    public void headersReceived(Map<String, String> headers) {
        lane.responseStarted(this);
        if (lane.answerCaches().isCacheHit(headers) && !batcher.hasBegun()) {
            identity = identity.fromCache();
            batcher = new TokenBatcher(identity, sentNanos);
        }
    }

    RequestIdentity identity() {
        return identity;
    }

    TokenBatcher batcher() {
        return batcher;
    }

    /** When its output came. */
    RequestOutputTimeline seconds() {
        return seconds;
    }

    OptionalLong lastTokenNanos() {
        return hasToken ? OptionalLong.of(lastTokenNanos) : OptionalLong.empty();
    }

    /** When it was sent; meaningful once it was. */
    long sentNanos() {
        return sentNanos;
    }

    /** For how long nothing but this client kept it from being sent; empty if it was not sent. */
    OptionalLong lagNanos() {
        return lagNanos;
    }

    /** The least TPOT that it comes to if another token comes from now on; only with a first token and more than one to come. */
    OptionalLong minTpotNanos(long now) {
        long mostTokens = (long) identity.planned().prompt().outputTokens()
                * identity.run().plan().request().choices();
        return hasToken && mostTokens > 1
                ? OptionalLong.of(Math.max(0, now - firstTokenNanos) / (mostTokens - 1))
                : OptionalLong.empty();
    }

    @Override
    public void chunk(ResponseChunk chunk) {
        if (!firsts.containsKey(chunk.kind())) {
            firsts.put(chunk.kind(), chunk.stampNanos());
        }
        if (chunk.isOutput()) {
            output(chunk.stampNanos(), chunk.choice());
            seconds.add(chunk.stampNanos(), chunk.tokens());
        }
        Optional<TokenBatcher.ChunkBatch> full = batcher.add(chunk);
        if (full.isPresent()) {
            lane.publishBatch(full.get());
        }
        watch.chunk(chunk);
    }

    @Override
    public void emptyChoice(long stampNanos) {
        watch.emptyChoice(stampNanos);
    }

    private void output(long stampNanos, int choice) {
        if (!hasToken) {
            firstTokenNanos = stampNanos;
        }
        long gapNanos = choices.gapNanos(choice, stampNanos);
        if (gapNanos >= 0) {
            itl.add(gapNanos);
        }
        hasToken = true;
        lastTokenNanos = stampNanos;
    }

    @Override
    public void ended(CallResult end) {
        if (batcher.hasBegun()) {
            lane.publishBatch(batcher.take(true));
        }
        RequestEvent.Builder event = identity.describe(RequestEvent.newBuilder());
        RequestEventFields.setCallResult(event, end, identity.dueNanos());
        RequestEventFields.setServedModels(event, identity.target().served());
        if (hasToken) {
            event.setFirstTokenNanos(sinceDue(firstTokenNanos));
        }
        lastToken(end).ifPresent(nanos -> event.setLastTokenNanos(sinceDue(nanos)));
        firsts.forEach((kind, nanos) -> first(event, kind, sinceDue(nanos)));
        event.setTokenBatches(lane.publishesTokensOf(identity) ? batcher.taken() : 0);
        event.setItlSketch(ByteBuffer.wrap(itl.encode()));
        if (identity.run().recordText()) {
            end.response().text().ifPresent(event::setRecordedAnswer);
        }
        lane.ended(this, event, end);
        watch.ended(end);
    }

    /** Of an answer that is not streamed it is the last byte. */
    private OptionalLong lastToken(CallResult end) {
        boolean whole = !identity.run().plan().request().stream() && end.outcome() == Outcome.OK;
        return whole ? end.stamps().lastByteNanos() : lastTokenNanos();
    }

    private long sinceDue(long nanos) {
        return nanos - identity.dueNanos();
    }

    private static void first(RequestEvent.Builder event, ChunkKind kind, long nanos) {
        switch (kind) {
            case ROLE -> event.setFirstRoleNanos(nanos);
            case REASONING -> event.setFirstReasoningNanos(nanos);
            case CONTENT -> event.setFirstContentNanos(nanos);
            case TOOL -> event.setFirstToolNanos(nanos);
            default -> {
                // Finish and usage chunks have no stamp of their own in the event.
            }
        }
    }
}
