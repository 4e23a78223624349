package io.tidemark.cluster.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import java.util.List;

/** /schemas: what readers of topics ask for, schemas by id. Deleted ones are found too: their records may still be read. */
final class SchemaEndpoints {
    private static final String ID = "/schemas/ids/{id}";

    private final Registry registry;
    private final Answers answers;

    SchemaEndpoints(Registry registry, Answers answers) {
        this.registry = registry;
        this.answers = answers;
    }

    List<Route> routes() {
        return List.of(
                Route.read("GET", "/", call -> answers.object()),
                Route.read("GET", "/schemas/types", call -> answers.strings(List.of(AvroSchema.TYPE))),
                Route.read("GET", ID, this::byId),
                Route.read("GET", ID + "/schema", call -> answers.document(any(call))),
                Route.read("GET", ID + "/subjects", this::subjects),
                Route.read("GET", ID + "/versions", this::versions));
    }

    private JsonNode byId(Call call) {
        ObjectNode answer = answers.object().put("schema", any(call).schema().canonicalString());
        return call.asks("fetchMaxId") ? answer.put("maxId", registry.catalog().maxId()) : answer;
    }

    private JsonNode subjects(Call call) {
        return answers.strings(
                shown(call).stream().map(RegisteredSchema::subject).distinct().toList());
    }

    private JsonNode versions(Call call) {
        ArrayNode answer = answers.array();
        shown(call)
                .forEach(schema ->
                        answer.addObject().put("subject", schema.subject()).put("version", schema.version()));
        return answer;
    }

    private RegisteredSchema any(Call call) {
        return withId(call).get(0);
    }

    private List<RegisteredSchema> shown(Call call) {
        return withId(call).stream().filter(call.visibility()::shows).toList();
    }

    private List<RegisteredSchema> withId(Call call) {
        List<RegisteredSchema> found = registry.catalog().withId(call.id());
        if (found.isEmpty()) {
            throw RegistryError.schemaNotFound(call.id());
        }
        return found;
    }
}
