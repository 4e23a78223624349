package io.tidemark.cluster.registry;

import com.fasterxml.jackson.databind.JsonNode;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;

/** The schema that a request's body carries. */
final class SchemaRequests {
    private SchemaRequests() {}

    static AvroSchema schema(Call call) {
        JsonNode text = call.body().path("schema");
        if (!text.isTextual()) {
            throw RegistryError.invalidSchema("the body must have a string \"schema\"");
        }
        SchemaTexts.requireAvro(call.body());
        AvroSchema schema = SchemaTexts.parseNew(text.asText());
        return call.asks("normalize") ? schema.normalize() : schema;
    }

    /** Ids and versions are given here, as a registry does that is not being filled from another. */
    static void refuseChosenNumbers(Call call) {
        if (call.body().path("id").asInt(-1) > 0 || call.body().path("version").asInt(-1) > 0) {
            throw RegistryError.notInImportMode(call.subject());
        }
    }
}
