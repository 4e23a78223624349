package io.tidemark.streams.host;

import io.tidemark.schemas.serde.RegistryUnavailableException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;

/** Distinguishes errors that pass by themselves, of the registry or the broker, from those that an operator must look at. */
final class RecoverableErrors {
    private RecoverableErrors() {}

    /** Whether the same work can be expected to succeed later, without any change here. */
    static boolean isOutage(Throwable error) {
        return holds(error, RegistryUnavailableException.class) || holds(error, RetriableException.class);
    }

    /** Whether a source topic of the application was deleted. */
    static boolean isMissingTopic(Throwable error) {
        return holds(error, MissingSourceTopicException.class);
    }

    /** The cause to report to the operator: that the registry could not be asked, or else the root cause. */
    static Throwable root(Throwable error) {
        Throwable root = error;
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            root = cause;
            if (cause instanceof RegistryUnavailableException) {
                return cause;
            }
        }
        return root;
    }

    private static boolean holds(Throwable error, Class<? extends Throwable> kind) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (kind.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
