package io.tidemark.cluster.registry.http;

import static io.tidemark.cluster.registry.access.SubjectOperation.READ;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.tidemark.cluster.registry.RegisteredSchema;
import io.tidemark.cluster.registry.RegistryError;
import io.tidemark.cluster.registry.SubjectRegistry;
import java.util.List;

/** /schemas: what readers of topics ask for, schemas by id. Deleted ones are found too: their records may still be read. */
record SchemaEndpoints(SubjectRegistry registry, RegistryJson answers) {
    private static final String ID = "/schemas/ids/{id}";

    List<EndpointRoute> routes() {
        return List.of(
                EndpointRoute.open("GET", "/", call -> answers.object()),
                EndpointRoute.open("GET", "/schemas/types", call -> answers.strings(List.of(AvroSchema.TYPE))),
                EndpointRoute.open("GET", ID, this::byId),
                EndpointRoute.open("GET", ID + "/schema", call -> answers.document(any(call))),
                EndpointRoute.open("GET", ID + "/subjects", this::subjects),
                EndpointRoute.open("GET", ID + "/versions", this::versions));
    }

    private JsonNode byId(RegistryRequest call) {
        ObjectNode answer = answers.object().put("schema", any(call).schema().canonicalString());
        return call.hasFlag("fetchMaxId")
                ? answer.put("maxId", registry.catalog().maxId())
                : answer;
    }

    private JsonNode subjects(RegistryRequest call) {
        return answers.strings(
                shown(call).stream().map(RegisteredSchema::subject).distinct().toList());
    }

    private JsonNode versions(RegistryRequest call) {
        ArrayNode answer = answers.array();
        shown(call)
                .forEach(schema ->
                        answer.addObject().put("subject", schema.subject()).put("version", schema.version()));
        return answer;
    }

    private RegisteredSchema any(RegistryRequest call) {
        return withId(call).get(0);
    }

    private List<RegisteredSchema> shown(RegistryRequest call) {
        return withId(call).stream().filter(call.visibility()::shows).toList();
    }

    /** Equal schemas of several subjects have one id: a caller that may read one of the subjects may read the schema. */
    private List<RegisteredSchema> withId(RegistryRequest call) {
        List<RegisteredSchema> found = registry.catalog().withId(call.id());
        if (found.isEmpty()) {
            throw RegistryError.schemaNotFound(call.id());
        }
        List<RegisteredSchema> readable =
                found.stream().filter(schema -> call.mayRead(schema.subject())).toList();
        if (readable.isEmpty()) {
            throw RegistryError.denied(call.caller().name(), READ.word(), "any with schema " + call.id());
        }
        return readable;
    }
}
