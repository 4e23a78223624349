package io.tidemark.producer.record;

import io.tidemark.events.ChunkKind;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.openai.ResponseChunk;
import java.util.Arrays;
import java.util.List;

/**
 * Chunks column by column, without an object for each. Filled on the loop, then handed away whole and not changed any more:
 * the receiver then makes the lists of an event from it.
 */
final class ChunkBuffer {
    private static final int FIRST_CHUNKS = 8;

    private long[] gapsNanos = new long[FIRST_CHUNKS];
    private ChunkKind[] kinds = new ChunkKind[FIRST_CHUNKS];
    private int[] tokens = new int[FIRST_CHUNKS];
    private int[] sizesBytes = new int[FIRST_CHUNKS];
    private int[] choices = new int[FIRST_CHUNKS];
    private boolean oneChoice = true;
    private int size;

    int size() {
        return size;
    }

    /** Another chunk, so long after the one before. */
    void add(long gapNanos, ResponseChunk chunk) {
        if (size == gapsNanos.length) {
            grow(2 * size);
        }
        gapsNanos[size] = gapNanos;
        kinds[size] = chunk.kind();
        tokens[size] = chunk.tokens();
        sizesBytes[size] = chunk.sizeBytes();
        choices[size] = chunk.choice();
        oneChoice &= chunk.choice() == 0;
        size++;
    }

    private void grow(int capacity) {
        gapsNanos = Arrays.copyOf(gapsNanos, capacity);
        kinds = Arrays.copyOf(kinds, capacity);
        tokens = Arrays.copyOf(tokens, capacity);
        sizesBytes = Arrays.copyOf(sizesBytes, capacity);
        choices = Arrays.copyOf(choices, capacity);
    }

    void fill(TokenBatch.Builder batch) {
        batch.setGapsNanos(Arrays.stream(gapsNanos, 0, size).boxed().toList())
                .setKinds(List.of(Arrays.copyOf(kinds, size)))
                .setTokens(boxed(tokens))
                .setSizesBytes(boxed(sizesBytes))
                .setChoices(oneChoice ? List.of() : boxed(choices));
    }

    private List<Integer> boxed(int[] column) {
        return Arrays.stream(column, 0, size).boxed().toList();
    }
}
