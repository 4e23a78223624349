package io.tidemark.producer.tokens;

/** A tokenizer that was asked for cannot be used; the message says which, and why. */
public final class TokenizerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TokenizerException(String message) {
        super(message);
    }

    public TokenizerException(String message, Throwable cause) {
        super(message, cause);
    }
}
