package io.tidemark.producer.tally;

import java.util.Arrays;

/**
 * In which seconds of its step a request's output came: per second the chunks and, where the server reported so, the tokens.
 * Lives as long as its request.
 */
public final class RequestOutputTimeline {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final long startNanos;
    private long[] seconds = new long[4];
    private int[] chunks = new int[4];
    private int[] tokens = new int[4];
    private int size;
    private long nextSecondNanos;
    private long chunkCount;
    private boolean allCounted = true;

    RequestOutputTimeline(long startNanos) {
        this.startNanos = startNanos;
        this.nextSecondNanos = Long.MIN_VALUE;
    }

    /** Takes a chunk with output; {@code tokenCount} is -1 where the server did not say. Chunks come in order of time. */
    public void add(long stampNanos, int tokenCount) {
        if (size == 0 || stampNanos >= nextSecondNanos) {
            open(Math.floorDiv(stampNanos - startNanos, NANOS_PER_SECOND));
        }
        chunks[size - 1]++;
        tokens[size - 1] += Math.max(0, tokenCount);
        chunkCount++;
        allCounted &= tokenCount >= 0;
    }

    private void open(long second) {
        if (size == seconds.length) {
            seconds = Arrays.copyOf(seconds, size * 2);
            chunks = Arrays.copyOf(chunks, size * 2);
            tokens = Arrays.copyOf(tokens, size * 2);
        }
        seconds[size] = second;
        chunks[size] = 0;
        tokens[size] = 0;
        size++;
        nextSecondNanos = startNanos + (second + 1) * NANOS_PER_SECOND;
    }

    /** Whether the tokens of every chunk are known. */
    boolean allCounted() {
        return allCounted && chunkCount > 0;
    }

    /** Receives the tokens of a second. */
    @FunctionalInterface
    interface SecondConsumer {
        void tokens(long second, double count);
    }

    /** Reports each second's tokens: as counted where all chunks were, else all of them spread evenly over the chunks. */
    void forEachSecond(int allTokens, SecondConsumer sink) {
        double perChunk = chunkCount == 0 ? 0 : (double) allTokens / chunkCount;
        for (int i = 0; i < size; i++) {
            sink.tokens(seconds[i], allCounted() ? tokens[i] : chunks[i] * perChunk);
        }
    }
}
