package io.tidemark.producer.record;

import io.tidemark.events.TokenBatch;
import io.tidemark.producer.openai.ResponseChunk;
import java.util.List;
import java.util.Optional;

/** Gathers the chunks of one request into batches of at most 250 ms. Confined to the lane's loop. */
public final class TokenBatcher {
    static final long MAX_BATCH_NANOS = 250_000_000;

    /** Of a batch without its chunks, and of each chunk, about. */
    private static final int BATCH_BYTES = 500;

    private static final int CHUNK_BYTES = 32;

    private final RequestIdentity identity;
    private final long sentNanos;
    private ChunkBuffer chunks = new ChunkBuffer();
    private final LastOutputByChoice choices = new LastOutputByChoice();
    private final LastOutputByChoice choicesBefore = new LastOutputByChoice();
    private int batch;
    private int firstChunk;
    private int outputBefore;
    private int outputWaiting;
    private long baseStampNanos;
    private long lastStampNanos;
    private long openedNanos;

    public TokenBatcher(RequestIdentity identity, long sentNanos) {
        this.identity = identity;
        this.sentNanos = sentNanos;
        this.baseStampNanos = sentNanos;
        this.lastStampNanos = sentNanos;
    }

    /** Chunks that were taken together; its event is made where it is published. */
    public record ChunkBatch(
            RequestIdentity identity,
            long sentNanos,
            int batch,
            int firstChunk,
            int outputBefore,
            long baseNanos,
            ChunkBuffer chunks,
            List<Long> choiceBasesNanos,
            boolean last) {
        /** About. */
        public int sizeBytes() {
            return BATCH_BYTES + CHUNK_BYTES * chunks.size();
        }

        /** @param laneSeq assigned by the publisher */
        public TokenBatch event(long laneSeq) {
            TokenBatch.Builder event = identity.describe(TokenBatch.newBuilder())
                    .setLaneSeq(laneSeq)
                    .setSentNanos(sentNanos - identity.dueNanos())
                    .setBatch(batch)
                    .setFirstChunk(firstChunk)
                    .setOutputBefore(outputBefore)
                    .setBaseNanos(baseNanos)
                    .setChoiceBasesNanos(choiceBasesNanos)
                    .setLast(last);
            chunks.fill(event);
            return event.build();
        }
    }

    /** Takes a chunk; gives the batch before it if that one is full. */
    public Optional<ChunkBatch> add(ResponseChunk chunk) {
        Optional<ChunkBatch> full = isDue(chunk.stampNanos()) ? Optional.of(take(false)) : Optional.empty();
        if (chunks.size() == 0) {
            openedNanos = chunk.stampNanos();
        }
        chunks.add(chunk.stampNanos() - lastStampNanos, chunk);
        lastStampNanos = chunk.stampNanos();
        if (chunk.isOutput()) {
            outputWaiting++;
            // The gap is the request's to count; here only where each answer stands.
            var unused = choices.gapNanos(chunk.choice(), chunk.stampNanos());
        }
        return full;
    }

    /** Whether chunks wait that are as old as a batch may be. */
    public boolean isDue(long nowNanos) {
        return hasWaiting() && nowNanos - openedNanos >= MAX_BATCH_NANOS;
    }

    public boolean hasWaiting() {
        return chunks.size() > 0;
    }

    /** Batches taken so far. */
    public int taken() {
        return batch;
    }

    /** Whether any chunk came at all. */
    public boolean hasBegun() {
        return batch > 0 || hasWaiting();
    }

    /** The batch so far. */
    public ChunkBatch take(boolean last) {
        ChunkBatch taken = new ChunkBatch(
                identity,
                sentNanos,
                batch,
                firstChunk,
                outputBefore,
                baseStampNanos - sentNanos,
                chunks,
                choices.hasSeveralChoices() ? choicesBefore.nanosSince(sentNanos) : List.of(),
                last);
        choicesBefore.copyFrom(choices);
        batch++;
        firstChunk += chunks.size();
        outputBefore += outputWaiting;
        outputWaiting = 0;
        baseStampNanos = lastStampNanos;
        chunks = new ChunkBuffer();
        return taken;
    }
}
