package io.tidemark.streams.run;

/** The program failed on the state of a run. */
final class RunDefectException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RunDefectException(String message, Throwable cause) {
        super(message, cause);
        setStackTrace(cause.getStackTrace()); // where the program failed
    }
}
