package io.tidemark.archive.format;

/** The registry could not be asked: the job goes back to its last checkpoint and tries again; no record is given up. */
public final class RegistryOutageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RegistryOutageException(Throwable cause) {
        super("the schema registry could not be asked: " + root(cause), cause);
    }

    /** Flink's coder says of every failure that the schema was not found. */
    private static Throwable root(Throwable error) {
        return error.getCause() == null ? error : root(error.getCause());
    }
}
