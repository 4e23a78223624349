package io.tidemark.schemas.kafka;

import org.jspecify.annotations.Nullable;

/** A team's topics cannot be made as asked: the cluster refuses, or has them in another shape. */
public final class TopicBootstrapException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TopicBootstrapException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
