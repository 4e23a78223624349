package io.tidemark.producer.tokens;

/** Counts the tokens of a text as one tokenizer sees them, special tokens left out. May be slow or far away. */
@FunctionalInterface
interface TokenCounter {
    /** @throws TokenizerException if it cannot be counted */
    int count(String text) throws InterruptedException;
}
