package io.tidemark.cluster.registry.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.tidemark.cluster.registry.RegistryError;
import io.tidemark.cluster.registry.SchemaParser;

/** The schema that a request's body carries. */
final class SchemaRequestBody {
    private SchemaRequestBody() {}

    static AvroSchema schema(RegistryRequest call) {
        AvroSchema schema = SchemaParser.parseNew(text(call));
        return isNormalized(call) ? schema.normalize() : schema;
    }

    /** Whether the schema is to be put into Avro's normal form before it is compared. */
    static boolean isNormalized(RegistryRequest call) {
        return call.hasFlag("normalize");
    }

    /** Its text, before it is parsed. */
    static String text(RegistryRequest call) {
        JsonNode text = call.body().path("schema");
        if (!text.isTextual()) {
            throw RegistryError.invalidSchema("the body must have a string \"schema\"");
        }
        SchemaParser.requireAvro(call.body());
        return text.asText();
    }

    /** Ids and versions are given here, as a registry does that is not being filled from another. */
    static void rejectExplicitIds(RegistryRequest call) {
        if (call.body().path("id").asInt(-1) > 0 || call.body().path("version").asInt(-1) > 0) {
            throw RegistryError.notInImportMode(call.subject());
        }
    }
}
