package io.tidemark.schemas.serde;

/**
 * The registry has not the schema that this version writes, and may not be given it or refuses it as incompatible: whoever runs the registry must act. Not to
 * be retried.
 */
public final class SchemaNotRegisteredException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SchemaNotRegisteredException(String message) {
        super(message);
    }

    SchemaNotRegisteredException(String message, Throwable cause) {
        super(message, cause);
    }
}
