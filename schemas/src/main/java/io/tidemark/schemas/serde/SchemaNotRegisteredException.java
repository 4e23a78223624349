package io.tidemark.schemas.serde;

/**
 * The registry lacks the schema that this version writes, and this process may not register it, or the registry refuses it as incompatible. The
 * operator of the registry must act; a retry does not help.
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
