package io.tidemark.simulator.http.response;

/**
 * A piece of answer text.
 *
 * @param index the choice that it is of
 * @param text may be empty
 * @param finishReason empty unless it is the last
 * @param stopReason the stop string that ended the answer, else empty
 * @param logprobs JSON, {@code null} unless asked for
 */
record ChoiceDelta(int index, String text, String finishReason, String stopReason, String logprobs) {
    private static final String NO_LOGPROBS = "null";

    /** One that is neither the last nor says anything beside its text. */
    static ChoiceDelta ofText(int index, String text) {
        return new ChoiceDelta(index, text, "", "", NO_LOGPROBS);
    }

    /** Whether {@link #ofText} would be the same. */
    boolean isTextAlone() {
        return !last() && logprobs.equals(NO_LOGPROBS);
    }

    boolean last() {
        return !finishReason.isEmpty();
    }
}
