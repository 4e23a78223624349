package io.tidemark.cluster;

import org.jspecify.annotations.Nullable;

/** The embedded cluster could not be started, or broke while it ran; the message says what, where and what to do. */
public class ClusterException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ClusterException(String message) {
        super(message);
    }

    public ClusterException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
