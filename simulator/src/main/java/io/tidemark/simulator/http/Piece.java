package io.tidemark.simulator.http;

/** A piece of answer text; {@code finishReason} is empty unless it is the last. */
record Piece(String text, String finishReason) {
    boolean last() {
        return !finishReason.isEmpty();
    }
}
