package io.tidemark.console.change;

/** This process has no right to make a change; nothing was changed. The message names the cause. */
public final class ChangeRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ChangeRefusedException(String message) {
        super(message);
    }
}
