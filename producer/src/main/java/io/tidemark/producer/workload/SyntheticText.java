package io.tidemark.producer.workload;

import io.tidemark.producer.tokens.TokenLengths;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Made-up text of words that are one token each. Words are drawn independently, so that two prompts share no prefix of a cache
 * block's length.
 */
final class SyntheticText {
    private static final int USUAL_WORD_CHARACTERS = 6;

    private final RandomGenerator random;
    private final List<String> words;

    SyntheticText(RandomGenerator random, TokenLengths lengths) {
        this.random = random;
        this.words = lengths.words();
    }

    String ofTokens(int tokens) {
        StringBuilder text = new StringBuilder(tokens * USUAL_WORD_CHARACTERS);
        for (int i = 0; i < tokens; i++) {
            text.append(i == 0 ? "" : " ").append(words.get(random.nextInt(words.size())));
        }
        return text.toString();
    }
}
