package io.tidemark.producer.run;

import io.tidemark.events.ChunkKind;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.client.Chunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gathers the chunks of one request into batches of at most 250 ms. */
final class TokenBatcher {
    static final long MOST_BATCH_NANOS = 250_000_000;

    private final RequestIdentity identity;
    private final long sentNanos;
    private final List<Long> gapsNanos = new ArrayList<>();
    private final List<ChunkKind> kinds = new ArrayList<>();
    private final List<Integer> tokens = new ArrayList<>();
    private final List<Integer> sizesBytes = new ArrayList<>();
    private final List<Integer> choices = new ArrayList<>();
    private int batch;
    private int firstChunk;
    private int outputBefore;
    private int outputWaiting;
    private long baseStampNanos;
    private long lastStampNanos;
    private long openedNanos;

    TokenBatcher(RequestIdentity identity, long sentNanos) {
        this.identity = identity;
        this.sentNanos = sentNanos;
        this.baseStampNanos = sentNanos;
        this.lastStampNanos = sentNanos;
    }

    /** Takes a chunk; gives the batch before it if that one is full. */
    Optional<TokenBatch.Builder> add(Chunk chunk) {
        Optional<TokenBatch.Builder> full = isDue(chunk.stampNanos()) ? Optional.of(take(false)) : Optional.empty();
        if (gapsNanos.isEmpty()) {
            openedNanos = chunk.stampNanos();
        }
        gapsNanos.add(chunk.stampNanos() - lastStampNanos);
        lastStampNanos = chunk.stampNanos();
        outputWaiting += chunk.isOutput() ? 1 : 0;
        kinds.add(chunk.kind());
        tokens.add(chunk.tokens());
        sizesBytes.add(chunk.sizeBytes());
        choices.add(chunk.choice());
        return full;
    }

    /** Whether chunks wait that are as old as a batch may be. */
    boolean isDue(long nowNanos) {
        return !gapsNanos.isEmpty() && nowNanos - openedNanos >= MOST_BATCH_NANOS;
    }

    boolean hasWaiting() {
        return !gapsNanos.isEmpty();
    }

    /** Batches taken so far. */
    int taken() {
        return batch;
    }

    /** Whether any chunk came at all. */
    boolean hasBegun() {
        return batch > 0 || hasWaiting();
    }

    /** The batch so far; its sequence number is given by whoever publishes it. */
    TokenBatch.Builder take(boolean last) {
        boolean oneChoice = choices.stream().allMatch(choice -> choice == 0);
        TokenBatch.Builder taken = identity.describe(TokenBatch.newBuilder())
                .setSentNanos(sentNanos - identity.dueNanos())
                .setBatch(batch)
                .setFirstChunk(firstChunk)
                .setOutputBefore(outputBefore)
                .setBaseNanos(baseStampNanos - sentNanos)
                .setGapsNanos(List.copyOf(gapsNanos))
                .setKinds(List.copyOf(kinds))
                .setTokens(List.copyOf(tokens))
                .setSizesBytes(List.copyOf(sizesBytes))
                .setChoices(oneChoice ? List.of() : List.copyOf(choices))
                .setLast(last);
        batch++;
        firstChunk += gapsNanos.size();
        outputBefore += outputWaiting;
        outputWaiting = 0;
        baseStampNanos = lastStampNanos;
        gapsNanos.clear();
        kinds.clear();
        tokens.clear();
        sizesBytes.clear();
        choices.clear();
        return taken;
    }
}
