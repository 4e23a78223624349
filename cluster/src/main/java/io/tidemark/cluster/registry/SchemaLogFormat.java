package io.tidemark.cluster.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.confluent.kafka.schemaregistry.CompatibilityLevel;
import io.tidemark.cluster.registry.SchemaLogRecord.LevelSet;
import io.tidemark.cluster.registry.SchemaLogRecord.LevelUnset;
import io.tidemark.cluster.registry.SchemaLogRecord.SchemaErased;
import io.tidemark.cluster.registry.SchemaLogRecord.SchemaWritten;
import io.tidemark.cluster.registry.SchemaLogRecord.SubjectDeleted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records of the schema topic in the JSON of Confluent's registry (its SchemaKey, ConfigKey, DeleteSubjectKey and their values), so
 * that a real registry can take the topic over, and ours the topic of a real one. Keys are compared byte by byte by compaction:
 * the order of their fields is part of the format.
 */
final class SchemaLogFormat {
    /** A record's bytes; no value is a tombstone. */
    @SuppressWarnings("ArrayRecordComponent") // passed on to the Kafka client at once, never compared
    record Encoded(byte[] key, byte @Nullable [] value) {}

    private final ObjectMapper json = new ObjectMapper();

    Encoded encode(SchemaLogRecord record) {
        if (record instanceof SchemaWritten written) {
            RegisteredSchema schema = written.schema();
            return encoded(schemaKey(schema.subject(), schema.version()), schemaValue(schema));
        }
        if (record instanceof SchemaErased erased) {
            return encoded(schemaKey(erased.subject(), erased.version()), null);
        }
        if (record instanceof SubjectDeleted deleted) {
            ObjectNode value = json.createObjectNode().put("subject", deleted.subject());
            return encoded(key("DELETE_SUBJECT", deleted.subject(), 0), value.put("version", deleted.lastVersion()));
        }
        if (record instanceof LevelSet set) {
            ObjectNode value = json.createObjectNode().put("compatibilityLevel", set.level().name);
            return encoded(key("CONFIG", set.subject().orElse(null), 0), value);
        }
        LevelUnset unset = (LevelUnset) record;
        return encoded(key("CONFIG", unset.subject().orElse(null), 0), null);
    }

    /** Empty for what means nothing here: markers and modes of a real registry. */
    Optional<SchemaLogRecord> decode(byte[] keyBytes, byte @Nullable [] valueBytes) {
        JsonNode key = tree(keyBytes);
        Optional<JsonNode> value = valueBytes == null ? Optional.empty() : Optional.of(tree(valueBytes));
        return switch (key.path("keytype").asText()) {
            case "SCHEMA" -> Optional.of(schema(key, value));
            case "DELETE_SUBJECT" -> value.map(SchemaLogFormat::subjectDeleted);
            case "CONFIG" -> Optional.of(level(key, value));
            default -> Optional.empty();
        };
    }

    private static SchemaLogRecord schema(JsonNode key, Optional<JsonNode> value) {
        String subject = key.path("subject").asText();
        int version = key.path("version").asInt();
        if (value.isEmpty()) {
            return new SchemaErased(subject, version);
        }
        JsonNode stored = value.get();
        SchemaParser.requireAvro(stored);
        return new SchemaWritten(new RegisteredSchema(
                subject,
                version,
                stored.path("id").asInt(),
                SchemaParser.parseStored(stored.path("schema").asText()),
                stored.path("deleted").asBoolean()));
    }

    private static SchemaLogRecord subjectDeleted(JsonNode value) {
        return new SubjectDeleted(
                value.path("subject").asText(), value.path("version").asInt());
    }

    private static SchemaLogRecord level(JsonNode key, Optional<JsonNode> value) {
        Optional<String> subject = Optional.ofNullable(key.path("subject").textValue());
        return value.map(stored -> stored.path("compatibilityLevel").asText())
                .map(CompatibilityLevel::forName)
                .<SchemaLogRecord>map(level -> new LevelSet(subject, level))
                .orElseGet(() -> new LevelUnset(subject));
    }

    private ObjectNode schemaKey(String subject, int version) {
        ObjectNode key = json.createObjectNode().put("keytype", "SCHEMA").put("subject", subject);
        return key.put("version", version).put("magic", 1);
    }

    private ObjectNode key(String type, @Nullable String subject, int magic) {
        return json.createObjectNode()
                .put("keytype", type)
                .put("subject", subject)
                .put("magic", magic);
    }

    private ObjectNode schemaValue(RegisteredSchema schema) {
        return json.createObjectNode()
                .put("subject", schema.subject())
                .put("version", schema.version())
                .put("id", schema.id())
                .put("schema", schema.schema().canonicalString())
                .put("deleted", schema.deleted());
    }

    private Encoded encoded(ObjectNode key, @Nullable ObjectNode value) {
        return new Encoded(bytes(key), value == null ? null : bytes(value));
    }

    private byte[] bytes(ObjectNode node) {
        try {
            return json.writeValueAsBytes(node);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing in a tree of ours can fail to be written
        }
    }

    private JsonNode tree(byte[] bytes) {
        try {
            return json.readTree(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON: " + e.getMessage(), e);
        }
    }
}
