package io.tidemark.cluster.registry;

import io.confluent.kafka.schemaregistry.CompatibilityChecker;
import io.confluent.kafka.schemaregistry.CompatibilityLevel;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import java.util.List;

/** Asks Confluent's own checker. */
public final class CompatibilityCheck {
    private CompatibilityCheck() {}

    /** What the schema would break at this level; empty if nothing. Earlier versions are given oldest first. */
    public static List<String> violations(CompatibilityLevel level, AvroSchema schema, List<RegisteredSchema> earlier) {
        List<AvroSchema> schemas =
                earlier.stream().map(RegisteredSchema::schema).toList();
        return CompatibilityChecker.checker(level).isCompatible(schema, schemas);
    }
}
