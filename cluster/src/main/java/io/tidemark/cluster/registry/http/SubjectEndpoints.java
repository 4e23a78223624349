package io.tidemark.cluster.registry.http;

import static io.tidemark.cluster.registry.access.SubjectOperation.DELETE;
import static io.tidemark.cluster.registry.access.SubjectOperation.READ;
import static io.tidemark.cluster.registry.access.SubjectOperation.WRITE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.tidemark.cluster.registry.RegisteredSchema;
import io.tidemark.cluster.registry.RegistryError;
import io.tidemark.cluster.registry.SubjectRegistry;
import io.tidemark.cluster.registry.VersionVisibility;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** /subjects: register, look up, list, delete. */
record SubjectEndpoints(SubjectRegistry registry, RegistryJson answers, CallerLimits limits) {
    private static final String SUBJECT = "/subjects/{subject}";
    private static final String VERSIONS = SUBJECT + "/versions";
    private static final String VERSION = VERSIONS + "/{version}";

    List<EndpointRoute> routes() {
        return List.of(
                EndpointRoute.open("GET", "/subjects", this::list),
                EndpointRoute.checking(READ, SUBJECT, this::versionOfText, this::lookUp),
                EndpointRoute.to(DELETE, "DELETE", SUBJECT, this::deleteSubject),
                EndpointRoute.to(READ, "GET", VERSIONS, this::listVersions),
                EndpointRoute.checking(WRITE, VERSIONS, this::idOfText, this::register),
                EndpointRoute.to(READ, "GET", VERSION, call -> answers.version(asked(call))),
                EndpointRoute.to(READ, "GET", VERSION + "/schema", call -> answers.document(asked(call))),
                EndpointRoute.to(READ, "GET", VERSION + "/referencedby", call -> referencedBy(asked(call))),
                EndpointRoute.to(DELETE, "DELETE", VERSION, this::deleteVersion));
    }

    private JsonNode list(RegistryRequest call) {
        String prefix = Objects.requireNonNullElse(call.option("subjectPrefix"), "");
        VersionVisibility visibility = call.visibility();
        List<String> names = registry.catalog().subjects().stream()
                .filter(subject -> subject.startsWith(prefix) && call.mayRead(subject))
                .filter(subject -> registry.versions(subject).all().stream().anyMatch(visibility::shows))
                .toList();
        return answers.strings(names);
    }

    /** Answers what load generators that start together ask. */
    private Optional<JsonNode> versionOfText(RegistryRequest call) {
        return ofText(call, call.visibility()).map(answers::version);
    }

    private Optional<JsonNode> idOfText(RegistryRequest call) {
        call.rejectExplicitIds();
        return ofText(call, VersionVisibility.LIVE)
                .map(schema -> answers.object().put("id", schema.id()));
    }

    private Optional<RegisteredSchema> ofText(RegistryRequest call, VersionVisibility visibility) {
        String text = call.schemaText();
        if (call.isNormalized()) {
            return Optional.empty();
        }
        return registry.versions(call.subject()).all().stream()
                .filter(schema -> visibility.shows(schema) && schema.hasText(text))
                .findFirst();
    }

    private JsonNode register(RegistryRequest call) {
        RegisteredSchema schema = registry.register(
                call.subject(), call.schema(), () -> limits.take(call.caller(), CallerLimits.Limit.NEW_SCHEMAS));
        return answers.object().put("id", schema.id());
    }

    private JsonNode lookUp(RegistryRequest call) {
        AvroSchema wanted = call.schema();
        return registry.versions(call.subject()).visible(call.visibility()).stream()
                .filter(schema -> schema.hasText(wanted.canonicalString()))
                .findFirst()
                .map(answers::version)
                .orElseThrow(RegistryError::schemaNotFound);
    }

    private JsonNode listVersions(RegistryRequest call) {
        return answers.numbers(registry.versions(call.subject()).visible(call.visibility()).stream()
                .map(RegisteredSchema::version)
                .toList());
    }

    private JsonNode deleteSubject(RegistryRequest call) {
        return answers.numbers(
                call.hasFlag("permanent")
                        ? registry.hardDeleteSubject(call.subject())
                        : registry.softDeleteSubject(call.subject()));
    }

    private JsonNode deleteVersion(RegistryRequest call) {
        return IntNode.valueOf(
                call.hasFlag("permanent")
                        ? registry.hardDeleteVersion(call.subject(), call.version())
                        : registry.softDeleteVersion(call.subject(), call.version()));
    }

    /** No schema refers to another here, so the answer is empty for every version that exists. */
    private JsonNode referencedBy(RegisteredSchema existing) {
        return answers.numbers(existing.schema().references().stream()
                .map(reference -> existing.id())
                .toList());
    }

    private RegisteredSchema asked(RegistryRequest call) {
        return registry.versions(call.subject()).find(call.version(), call.visibility());
    }
}
