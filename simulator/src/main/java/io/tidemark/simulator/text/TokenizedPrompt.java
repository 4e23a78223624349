package io.tidemark.simulator.text;

import java.util.Arrays;
import java.util.stream.IntStream;

/** A prompt as token ids. Immutable. */
public final class TokenizedPrompt {
    private final int[] ids;

    private TokenizedPrompt(int[] ids) {
        this.ids = ids;
    }

    public static TokenizedPrompt of(int... ids) {
        return new TokenizedPrompt(ids.clone());
    }

    public int tokens() {
        return ids.length;
    }

    public int[] ids() {
        return ids.clone();
    }

    /** The prompt and its answer: what the KV cache holds in the end. */
    public int[] idsWith(int... answerIds) {
        return IntStream.concat(Arrays.stream(ids), Arrays.stream(answerIds)).toArray();
    }

    /** Equal prompts give equal values. */
    public long fingerprint() {
        long hash = 0xcbf29ce484222325L;
        for (int id : ids) {
            hash = (hash ^ id) * 0x100000001b3L;
        }
        return hash;
    }
}
