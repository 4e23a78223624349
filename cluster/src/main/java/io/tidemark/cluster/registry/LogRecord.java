package io.tidemark.cluster.registry;

import io.confluent.kafka.schemaregistry.CompatibilityLevel;
import java.util.Optional;

/** What one record of the schema topic says. */
sealed interface LogRecord {
    /** A version was registered, or softly deleted. */
    record SchemaWritten(RegisteredSchema schema) implements LogRecord {}

    /** A version was deleted for good. */
    record SchemaErased(String subject, int version) implements LogRecord {}

    /** All versions up to this one were softly deleted. */
    record SubjectDeleted(String subject, int lastVersion) implements LogRecord {}

    /** A compatibility level was set for a subject, or for all that have none. */
    record LevelSet(Optional<String> subject, CompatibilityLevel level) implements LogRecord {}

    /** A compatibility level was taken back. */
    record LevelUnset(Optional<String> subject) implements LogRecord {}
}
