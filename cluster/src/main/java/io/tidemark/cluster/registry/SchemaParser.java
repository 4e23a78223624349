package io.tidemark.cluster.registry;

import com.fasterxml.jackson.databind.JsonNode;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.tidemark.schemas.serde.WriterSchemaLimits;
import java.util.List;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;

/** From text to Avro schemas, by Confluent's own parser. */
public final class SchemaParser {
    private SchemaParser() {}

    /** Parses a schema that a caller sends: it checks its size first, then names and defaults, which can take any time for one that is too large. */
    public static AvroSchema parseNew(String text) {
        try {
            AvroSchema unchecked = parse(text, false);
            WriterSchemaLimits.broken(unchecked.rawSchema(), unchecked.canonicalString())
                    .ifPresent(rule -> {
                        throw RegistryError.schemaTooLarge(rule);
                    });
            return parse(text, true);
        } catch (StackOverflowError e) {
            throw RegistryError.schemaTooLarge(
                    "its types must be at most " + WriterSchemaLimits.MAX_DEPTH + " within one another");
        }
    }

    /** A schema that was accepted before: read even if the rules have been tightened since. */
    static AvroSchema parseStored(String text) {
        return parse(text, false);
    }

    /** Refuses what cannot be parsed alone, or would be taken for another thing: other types, and references to other schemas. */
    public static void requireAvro(JsonNode described) {
        String type = described.path("schemaType").asText(AvroSchema.TYPE);
        if (!type.equals(AvroSchema.TYPE)) {
            throw RegistryError.invalidSchema("schemaType must be AVRO here but was " + type);
        }
        if (!described.path("references").isEmpty()) {
            throw RegistryError.invalidSchema("references to other schemas are not supported here");
        }
    }

    private static AvroSchema parse(String text, boolean isNew) {
        try {
            AvroSchema schema = new AvroSchema(text, List.of(), Map.of(), null, isNew);
            schema.validate(isNew);
            return schema;
        } catch (AvroRuntimeException | IllegalArgumentException e) {
            throw RegistryError.invalidSchema(String.valueOf(e.getMessage()));
        }
    }
}
