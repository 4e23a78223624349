package io.tidemark.cluster.registry;

import io.confluent.kafka.schemaregistry.CompatibilityLevel;
import java.util.Optional;

/** What one record of the schema topic says. */
sealed interface SchemaLogRecord {
    /** A version was registered, or softly deleted. */
    record SchemaWritten(RegisteredSchema schema) implements SchemaLogRecord {}

    /** A version was deleted for good. */
    record SchemaErased(String subject, int version) implements SchemaLogRecord {}

    /** All versions up to this one were softly deleted. */
    record SubjectDeleted(String subject, int lastVersion) implements SchemaLogRecord {}

    /** A compatibility level was set for a subject, or for all that have none. */
    record LevelSet(Optional<String> subject, CompatibilityLevel level) implements SchemaLogRecord {}

    /** A compatibility level was taken back. */
    record LevelUnset(Optional<String> subject) implements SchemaLogRecord {}
}
