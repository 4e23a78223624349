package io.tidemark.simulator.text;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The answer to a prompt, one word per token; the same prompt and seed always give the same words. An answer that ends by
 * itself has the end-of-turn token, which has no text, as its last. Immutable.
 */
public final class GeneratedAnswer {
    private static final List<String> WORDS = List.of(
            "the", "a", "of", "and", "to", "in", "is", "it", "that", "for", "on", "with", "as", "was", "at", "by",
            "this", "from", "or", "an", "be", "are", "water", "tide", "mark", "high", "low", "rises", "falls", "shore",
            "sand", "wave", "moon", "pulls", "each", "day", "twice", "slow", "quick", "harbour", "boat", "rope", "line",
            "depth", "north", "south", "east", "west", "light", "tower", "keeps", "watch", "over", "stone", "salt",
            "wind", "turns", "again", "before", "after", "under", "above", "near", "far");

    private final byte[] words;
    private final boolean endsItself;
    private final Stop stop;

    private GeneratedAnswer(byte[] words, boolean endsItself, Stop stop) {
        this.words = words;
        this.endsItself = endsItself;
        this.stop = stop;
    }

    /**
     * Why an answer stopped before its end.
     *
     * @param reason the stop string; empty if none stopped it
     * @param visibleChars how much of its text the client gets
     */
    private record Stop(String reason, int visibleChars) {
        static final Stop NONE = new Stop("", Integer.MAX_VALUE);
    }

    /** An answer of {@code tokens} tokens; {@code endsItself} if the last is the end of turn. */
    public static GeneratedAnswer of(long seed, int tokens, boolean endsItself) {
        byte[] words = new byte[tokens];
        new SplittableRandom(seed).nextBytes(words);
        return new GeneratedAnswer(words, endsItself, Stop.NONE);
    }

    /**
     * The answer as it is when any of {@code stops} ends it: up to the token that completes the first of them, its text without
     * the stop string, unless {@code included}. Tokens before {@code minTokens} stop nothing.
     */
    public GeneratedAnswer stoppedBy(List<String> stops, int minTokens, boolean included) {
        String text = allText(0, words.length);
        int searchFrom = minTokens == 0
                ? 0
                : allText(0, Math.min(minTokens, words.length)).length();
        String first = "";
        int firstEnd = Integer.MAX_VALUE;
        for (String candidate : stops) {
            int at = text.indexOf(candidate, Math.max(0, searchFrom - candidate.length() + 1));
            if (at >= 0 && at + candidate.length() < firstEnd) {
                first = candidate;
                firstEnd = at + candidate.length();
            }
        }
        if (first.isEmpty()) {
            return this;
        }
        byte[] kept = Arrays.copyOf(words, tokensFor(firstEnd));
        boolean stillEnds = endsItself && kept.length == words.length;
        return new GeneratedAnswer(kept, stillEnds, new Stop(first, included ? firstEnd : firstEnd - first.length()));
    }

    public int tokens() {
        return words.length;
    }

    /** {@code stop} if the model ended it, {@code length} if the limit did. */
    public String finishReason() {
        return endsItself || !stop.reason().isEmpty() ? "stop" : "length";
    }

    /** The stop string that ended it; empty if none did. */
    public String stopReason() {
        return stop.reason();
    }

    /** The text of tokens {@code from} (inclusive) to {@code to} (exclusive). */
    public String text(int from, int to) {
        String all = allText(from, to);
        if (stop.reason().isEmpty()) {
            return all;
        }
        int before = allText(0, from).length();
        return all.substring(0, Math.max(0, Math.min(all.length(), stop.visibleChars() - before)));
    }

    private String allText(int from, int to) {
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
        int[] ids = tokenizer.ids(allText(0, tokens()));
        return endsItself ? append(ids, Tokenizer.END_OF_TURN) : ids;
    }

    /** How many tokens have at least so many characters. */
    private int tokensFor(int characters) {
        int length = 0;
        int tokens = 0;
        while (length < characters) {
            length += allText(tokens, tokens + 1).length();
            tokens++;
        }
        return tokens;
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
