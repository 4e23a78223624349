package io.tidemark.producer.tokens;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A {@code tokenizer.json} of Hugging Face's library, read by its native code; nothing is downloaded. Counts a text's own tokens: no special
 * ones, nothing cut off, nothing filled up, whatever the file says. Thread-safe.
 */
final class TokenizerFile implements TokenCounter, AutoCloseable {
    private static final Map<String, String> WHOLE_TEXT =
            Map.of("addSpecialTokens", "false", "truncation", "false", "padding", "false");

    private final HuggingFaceTokenizer tokenizer;

    private TokenizerFile(HuggingFaceTokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /** @throws TokenizerException naming the file and what is wrong with it */
    static TokenizerFile open(Path file) {
        String named = "workload.tokenizer.file " + file;
        if (!Files.isRegularFile(file)) {
            throw new TokenizerException(
                    named + " is not there or not a file: it must be a tokenizer.json, as a model's folder has it");
        }
        try {
            return new TokenizerFile(NativeTokenizers.read(file, WHOLE_TEXT));
        } catch (IOException e) {
            throw new TokenizerException(named + " cannot be read: " + e, e);
        } catch (LinkageError e) {
            throw new TokenizerException(
                    named + " needs native code that this machine cannot load (" + e.getMessage()
                            + "); use tokenizer: server or estimate",
                    e);
        } catch (RuntimeException e) {
            throw new TokenizerException(
                    named + " must be a tokenizer.json as Hugging Face's tokenizers library writes it: "
                            + e.getMessage(),
                    e);
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
