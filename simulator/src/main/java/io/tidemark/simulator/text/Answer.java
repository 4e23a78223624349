package io.tidemark.simulator.text;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The answer to a prompt, one word per token; the same prompt and seed always give the same words. An answer that ends by
 * itself has the end-of-turn token, which has no text, as its last. Immutable.
 */
public final class Answer {
    private static final List<String> WORDS = List.of(
            "the", "a", "of", "and", "to", "in", "is", "it", "that", "for", "on", "with", "as", "was", "at", "by",
            "this", "from", "or", "an", "be", "are", "water", "tide", "mark", "high", "low", "rises", "falls", "shore",
            "sand", "wave", "moon", "pulls", "each", "day", "twice", "slow", "quick", "harbour", "boat", "rope", "line",
            "depth", "north", "south", "east", "west", "light", "tower", "keeps", "watch", "over", "stone", "salt",
            "wind", "turns", "again", "before", "after", "under", "above", "near", "far");

    private final byte[] words;
    private final boolean endsItself;

    private Answer(byte[] words, boolean endsItself) {
        this.words = words;
        this.endsItself = endsItself;
    }

    /** An answer of {@code tokens} tokens; {@code endsItself} if the last is the end of turn. */
    public static Answer of(long seed, int tokens, boolean endsItself) {
        byte[] words = new byte[tokens];
        new SplittableRandom(seed).nextBytes(words);
        return new Answer(words, endsItself);
    }

    public int tokens() {
        return words.length;
    }

    /** {@code stop} if the model ended it, {@code length} if the limit did. */
    public String finishReason() {
        return endsItself ? "stop" : "length";
    }

    /** The text of tokens {@code from} (inclusive) to {@code to} (exclusive). */
    public String text(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to && !isEnd(i); i++) {
            if (i > 0) {
                text.append(' ');
            }
            text.append(word(i));
        }
        return text.toString();
    }

    /** The token ids that the tokeniser gives for its text, and the end of turn. */
    public int[] ids(Tokenizer tokenizer) {
        int[] ids = tokenizer.ids(text(0, tokens()));
        return endsItself ? append(ids, Tokenizer.END_OF_TURN) : ids;
    }

    private boolean isEnd(int token) {
        return endsItself && token == words.length - 1;
    }

    private String word(int token) {
        return WORDS.get((words[token] & 0xff) % WORDS.size());
    }

    private static int[] append(int[] ids, int last) {
        int[] longer = Arrays.copyOf(ids, ids.length + 1);
        longer[ids.length] = last;
        return longer;
    }
}
