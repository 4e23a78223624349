package io.tidemark.simulator.client;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What a client saw of one request that ended, in nanoseconds of virtual time.
 *
 * @param promptTokens tokens that it sent
 * @param sentNanos when it sent them
 * @param chunks what came back, at least one
 */
public record RequestTrace(int promptTokens, long sentNanos, List<ReceivedChunk> chunks) {
    public RequestTrace {
        chunks = List.copyOf(chunks);
    }

    public int outputTokens() {
        return chunks.stream().mapToInt(ReceivedChunk::tokens).sum();
    }

    public long ttftNanos() {
        return chunks.get(0).atNanos() - sentNanos;
    }

    public long endNanos() {
        return chunks.get(chunks.size() - 1).atNanos();
    }

    /** Time per output token after the first, as vLLM's client has it; empty for an answer of one token. */
    public OptionalDouble tpotNanos() {
        int afterFirst = outputTokens() - 1;
        long nanos = endNanos() - chunks.get(0).atNanos();
        return afterFirst < 1 ? OptionalDouble.empty() : OptionalDouble.of((double) nanos / afterFirst);
    }
}
