package io.tidemark.cluster.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import java.util.List;
import java.util.Objects;

/** /subjects: register, look up, list, delete. */
final class SubjectEndpoints {
    private static final String SUBJECT = "/subjects/{subject}";
    private static final String VERSIONS = SUBJECT + "/versions";
    private static final String VERSION = VERSIONS + "/{version}";

    private final Registry registry;
    private final Answers answers;

    SubjectEndpoints(Registry registry, Answers answers) {
        this.registry = registry;
        this.answers = answers;
    }

    List<Route> routes() {
        return List.of(
                Route.read("GET", "/subjects", this::list),
                Route.read("POST", SUBJECT, this::lookUp),
                Route.write("DELETE", SUBJECT, this::deleteSubject),
                Route.read("GET", VERSIONS, this::listVersions),
                Route.write("POST", VERSIONS, this::register),
                Route.read("GET", VERSION, call -> answers.version(asked(call))),
                Route.read("GET", VERSION + "/schema", call -> answers.document(asked(call))),
                Route.read("GET", VERSION + "/referencedby", call -> referencedBy(asked(call))),
                Route.write("DELETE", VERSION, this::deleteVersion));
    }

    private JsonNode list(Call call) {
        String prefix = Objects.requireNonNullElse(call.option("subjectPrefix"), "");
        Visibility visibility = call.visibility();
        List<String> names = registry.catalog().subjects().stream()
                .filter(subject -> subject.startsWith(prefix))
                .filter(subject -> registry.versions(subject).all().stream().anyMatch(visibility::shows))
                .toList();
        return answers.strings(names);
    }

    private JsonNode register(Call call) {
        SchemaRequests.refuseChosenNumbers(call);
        RegisteredSchema schema = registry.register(call.subject(), SchemaRequests.schema(call));
        return answers.object().put("id", schema.id());
    }

    private JsonNode lookUp(Call call) {
        AvroSchema wanted = SchemaRequests.schema(call);
        return registry.versions(call.subject()).shown(call.visibility()).stream()
                .filter(schema -> schema.hasText(wanted))
                .findFirst()
                .map(answers::version)
                .orElseThrow(RegistryError::schemaNotFound);
    }

    private JsonNode listVersions(Call call) {
        return answers.numbers(registry.versions(call.subject()).shown(call.visibility()).stream()
                .map(RegisteredSchema::version)
                .toList());
    }

    private JsonNode deleteSubject(Call call) {
        return answers.numbers(
                call.asks("permanent") ? registry.eraseSubject(call.subject()) : registry.hideSubject(call.subject()));
    }

    private JsonNode deleteVersion(Call call) {
        return IntNode.valueOf(
                call.asks("permanent")
                        ? registry.eraseVersion(call.subject(), call.version())
                        : registry.hideVersion(call.subject(), call.version()));
    }

    /** No schema refers to another here, so the answer is empty for every version that exists. */
    private JsonNode referencedBy(RegisteredSchema existing) {
        return answers.numbers(existing.schema().references().stream()
                .map(reference -> existing.id())
                .toList());
    }

    private RegisteredSchema asked(Call call) {
        return registry.versions(call.subject()).asked(call.version(), call.visibility());
    }
}
