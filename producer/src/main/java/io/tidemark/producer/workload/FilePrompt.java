package io.tidemark.producer.workload;

import java.util.OptionalInt;

/**
 * A prompt as a file holds it.
 *
 * @param outputTokens most output tokens, if the file says so
 */
record FilePrompt(String text, OptionalInt outputTokens) {}
