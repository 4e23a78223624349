package io.tidemark.producer.workload;

import java.io.UncheckedIOException;

/** A workload that cannot be asked; the message names file and line, and the rule. */
public final class WorkloadException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    WorkloadException(IllegalArgumentException cause) {
        super(cause.getMessage(), cause);
    }

    WorkloadException(UncheckedIOException cause) {
        super(cause.getMessage() + ": " + cause.getCause(), cause);
    }
}
