package io.tidemark.simulator.fit;

/** Results that nothing can be fitted to; the message names the file, the key, its value and the rule. */
public final class FitException extends RuntimeException {
    FitException(String message) {
        super(message);
    }

    FitException(String message, Throwable cause) {
        super(message, cause);
    }
}
