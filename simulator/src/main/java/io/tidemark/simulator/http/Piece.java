package io.tidemark.simulator.http;

/**
 * A piece of answer text.
 *
 * @param index the choice that it is of
 * @param text may be empty
 * @param finishReason empty unless it is the last
 * @param stopReason the stop string that ended the answer, else empty
 * @param logprobs JSON, {@code null} unless asked for
 */
record Piece(int index, String text, String finishReason, String stopReason, String logprobs) {
    boolean last() {
        return !finishReason.isEmpty();
    }
}
