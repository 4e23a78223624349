package io.tidemark.schemas.kafka;

import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** What an administrator asks for cannot be had: the cluster refuses, does not answer, or has a team's topics in another shape. */
public final class TopicBootstrapException extends KafkaException {
    private static final long serialVersionUID = 1L;

    TopicBootstrapException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
