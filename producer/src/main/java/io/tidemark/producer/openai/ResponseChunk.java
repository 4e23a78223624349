package io.tidemark.producer.openai;

import io.tidemark.events.ChunkKind;

/**
 * What an SSE message carried of one choice.
 *
 * @param stampNanos when the read came that completed it, by the client's clock
 * @param tokens output tokens in it, -1 where the server did not say
 * @param sizeBytes of the whole message; 0 for a choice that is not the first in it
 */
public record ResponseChunk(long stampNanos, ChunkKind kind, int tokens, int sizeBytes, int choice) {
    /** Whether it holds output tokens. */
    public boolean isOutput() {
        return kind == ChunkKind.REASONING || kind == ChunkKind.CONTENT || kind == ChunkKind.TOOL;
    }
}
