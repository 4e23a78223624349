package io.tidemark.producer.tokens;

import java.util.List;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;

/**
 * How long texts are in tokens, ready for use while load is sent: nothing here goes over a network. Thread-safe if its counter
 * is.
 */
public final class TokenLengths {
    private static final double ESTIMATED_CHARACTERS_PER_TOKEN = 4;

    private static final int USUAL_WORD_CHARACTERS = 6;

    private final List<String> words;
    private final Template template;
    private final ToIntFunction<String> counter;
    private final String source;

    TokenLengths(List<String> words, Template template, ToIntFunction<String> counter, String how) {
        this.words = List.copyOf(words);
        this.template = template;
        this.counter = counter;
        this.source = how;
    }

    /**
     * What the server's chat template adds, in tokens.
     *
     * @param firstMessage to a chat of one message
     * @param perFurtherMessage for each further message
     */
    record Template(int firstMessage, int perFurtherMessage) {
        static final Template UNKNOWN = new Template(0, 0);
    }

    /** One token per made-up word, one per four characters of other text, nothing for a chat template. */
    public static TokenLengths estimate() {
        return new TokenLengths(
                CommonWords.ALL,
                Template.UNKNOWN,
                text -> ofCharacters(text, ESTIMATED_CHARACTERS_PER_TOKEN),
                "estimate: one token per generated word, one per 4 characters of other text, no chat template");
    }

    static int ofCharacters(String text, double charactersPerToken) {
        return text.isEmpty() ? 0 : Math.max(1, (int) Math.round(text.length() / charactersPerToken));
    }

    /** Words that are one token each when a blank comes before them. */
    List<String> words() {
        return words;
    }

    /** Made-up text of so many tokens, its words drawn independently. */
    public String text(RandomGenerator random, int tokens) {
        StringBuilder text = new StringBuilder(tokens * USUAL_WORD_CHARACTERS);
        for (int i = 0; i < tokens; i++) {
            text.append(i == 0 ? "" : " ").append(words.get(random.nextInt(words.size())));
        }
        return text.toString();
    }

    /** Tokens of a text that was written by others. */
    public int count(String text) {
        return counter.applyAsInt(text);
    }

    /** What the chat template adds to so many messages. */
    public int template(int messages) {
        return template.firstMessage() + (messages - 1) * template.perFurtherMessage();
    }

    /** By what lengths are known, in a line. */
    public String source() {
        return source;
    }
}
