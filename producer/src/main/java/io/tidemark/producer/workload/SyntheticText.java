package io.tidemark.producer.workload;

import io.tidemark.producer.tokens.TokenLengths;
import java.util.random.RandomGenerator;

/**
 * Made-up text of words that are one token each. Words are drawn independently, so that two prompts share no prefix of a cache
 * block's length.
 */
record SyntheticText(RandomGenerator random, TokenLengths lengths) {
    String ofTokens(int tokens) {
        return lengths.text(random, tokens);
    }
}
