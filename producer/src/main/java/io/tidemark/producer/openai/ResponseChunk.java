package io.tidemark.producer.openai;

import io.tidemark.events.ChunkKind;

/**
 * One SSE message that carried something.
 *
 * @param stampNanos when the read came that completed it, by the client's clock
 * @param tokens output tokens in it, -1 where the server did not say
 * @param sizeBytes of the whole message
 */
public record ResponseChunk(long stampNanos, ChunkKind kind, int tokens, int sizeBytes, int choice) {
    /** Whether it holds output tokens. */
    public boolean isOutput() {
        return kind == ChunkKind.REASONING || kind == ChunkKind.CONTENT || kind == ChunkKind.TOOL;
    }
}
