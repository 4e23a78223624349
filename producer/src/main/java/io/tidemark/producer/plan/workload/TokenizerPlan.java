package io.tidemark.producer.plan.workload;

import java.nio.file.Path;

/** By what lengths in tokens are aimed. */
public sealed interface TokenizerPlan {
    TokenizerPlan AUTO = new Auto();

    /** The server's {@code /tokenize} where there is one, else an estimate. */
    record Auto() implements TokenizerPlan {}

    /** The server's {@code /tokenize}; without it nothing is sent. */
    record Server() implements TokenizerPlan {}

    /** A {@code tokenizer.json} of Hugging Face's library. */
    record TokenizerFile(Path file) implements TokenizerPlan {}

    /** One token per made-up word, one per four characters of other text. */
    record Estimate() implements TokenizerPlan {}
}
