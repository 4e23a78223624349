package io.tidemark.producer.plan;

/** How a file of prompts is written. */
public enum PromptFormat {
    /** JSON lines with {@code turns}; the first turn is asked. */
    MT_BENCH,
    /** JSON lines with {@code prompt} and, if given, {@code output_tokens}. */
    JSONL,
    /** A JSON array with {@code conversations[].value}; the first message is asked. */
    SHAREGPT
}
