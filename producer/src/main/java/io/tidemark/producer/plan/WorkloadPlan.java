package io.tidemark.producer.plan;

import java.nio.file.Path;

/** What is asked. {@code exactOutput} asks the server to ignore its end-of-sequence token, so that lengths are as planned. */
public sealed interface WorkloadPlan {
    String requestClass();

    boolean exactOutput();

    /** Made-up words, of about as many tokens as asked; every prompt begins differently, so that no prefix cache helps. */
    record Synthetic(String requestClass, boolean exactOutput, LengthRange promptTokens, LengthRange outputTokens)
            implements WorkloadPlan {}

    /** Prompts from a file, in a seeded order, over again when there are too few. */
    record Prompts(String requestClass, boolean exactOutput, Path file, PromptFormat format, LengthRange outputTokens)
            implements WorkloadPlan {}

    /**
     * Lengths, and with {@code arrivals: trace} the arrivals too, of the first rows of a CSV file with the columns
     * TIMESTAMP, ContextTokens, GeneratedTokens.
     */
    record Trace(String requestClass, boolean exactOutput, Path file, int rows) implements WorkloadPlan {}
}
