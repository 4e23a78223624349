package io.tidemark.cluster.registry;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;

/**
 * One version of a subject.
 *
 * @param version from 1, never reused while the version, deleted or not, is kept
 * @param id the same for equal schemas of all subjects
 * @param deleted softly: hidden from lists and checks, still found by id
 */
public record RegisteredSchema(String subject, int version, int id, AvroSchema schema, boolean deleted) {
    RegisteredSchema markedDeleted() {
        return new RegisteredSchema(subject, version, id, schema, true);
    }

    public boolean hasText(String canonical) {
        return schema.canonicalString().equals(canonical);
    }
}
