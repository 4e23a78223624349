package io.tidemark.producer.tokens;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A {@code tokenizer.json} of Hugging Face's library, read by its native code; nothing is downloaded. Thread-safe. */
final class TokenizerFile implements TokenCounter, AutoCloseable {
    private final HuggingFaceTokenizer tokenizer;

    private TokenizerFile(HuggingFaceTokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /** @throws TokenizerException naming the file and what is wrong with it */
    static TokenizerFile open(Path file) {
        try {
            return new TokenizerFile(HuggingFaceTokenizer.newInstance(
                    file, Map.of("addSpecialTokens", "false", "truncation", "false", "padding", "false")));
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new TokenizerException("tokenizer.file " + file + " cannot be used: " + e.getMessage(), e);
        }
    }

    @Override
    public int count(String text) {
        return tokenizer.encode(text).getIds().length;
    }

    @Override
    public void close() {
        tokenizer.close();
    }
}
