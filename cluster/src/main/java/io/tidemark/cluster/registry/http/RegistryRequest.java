package io.tidemark.cluster.registry.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.tidemark.cluster.registry.RegistryError;
import io.tidemark.cluster.registry.SchemaParser;
import io.tidemark.cluster.registry.VersionVisibility;
import io.tidemark.cluster.registry.access.Caller;
import io.tidemark.cluster.registry.access.SubjectOperation;
import io.vertx.core.MultiMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request, taken apart.
 *
 * @param caller who sent it, and may do what the route needs
 * @param path the values of the placeholders in the route's path, decoded
 * @param body a missing node if there is none
 */
record RegistryRequest(Caller caller, Map<String, String> path, MultiMap query, JsonNode body) {
    String subject() {
        String subject = path("subject");
        if (subject.isBlank() || subject.chars().anyMatch(Character::isISOControl)) {
            throw RegistryError.invalidSubject(subject);
        }
        return subject;
    }

    boolean mayRead(String subject) {
        return caller.may(SubjectOperation.READ, subject);
    }

    String version() {
        return path("version");
    }

    int id() {
        try {
            return Integer.parseInt(path("id"));
        } catch (NumberFormatException e) {
            throw RegistryError.noSuchPath("/schemas/ids/" + path("id"));
        }
    }

    boolean hasFlag(String flag) {
        return Boolean.parseBoolean(query.get(flag));
    }

    @Nullable
    String option(String name) {
        return query.get(name);
    }

    VersionVisibility visibility() {
        if (hasFlag("deletedOnly")) {
            return VersionVisibility.DELETED_ONLY;
        }
        return hasFlag("deleted") ? VersionVisibility.WITH_DELETED : VersionVisibility.LIVE;
    }

    /** The schema that the body carries. */
    AvroSchema schema() {
        AvroSchema schema = SchemaParser.parseNew(schemaText());
        return isNormalized() ? schema.normalize() : schema;
    }

    /** Whether the schema is to be put into Avro's normal form before it is compared. */
    boolean isNormalized() {
        return hasFlag("normalize");
    }

    /** The text of the schema, before it is parsed. */
    String schemaText() {
        JsonNode text = body.path("schema");
        if (!text.isTextual()) {
            throw RegistryError.invalidSchema("the body must have a string \"schema\"");
        }
        SchemaParser.requireAvro(body);
        return text.asText();
    }

    /** Ids and versions are given here, as a registry does that is not being filled from another. */
    void rejectExplicitIds() {
        if (body.path("id").asInt(-1) > 0 || body.path("version").asInt(-1) > 0) {
            throw RegistryError.notInImportMode(subject());
        }
    }

    private String path(String name) {
        return path.getOrDefault(name, "");
    }
}
