package io.tidemark.reports.failure;

/** What was asked for breaks a rule, or names something that does not exist: nothing was done. */
public final class InvalidInputException extends OperationException {
    private static final long serialVersionUID = 1L;

    public InvalidInputException(String message) {
        super(message, null);
    }
}
