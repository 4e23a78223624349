package io.tidemark.cluster.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import java.util.List;

/** /compatibility: would this schema be accepted? */
final class CompatibilityEndpoints {
    private static final String VERSIONS = "/compatibility/subjects/{subject}/versions";

    private final Registry registry;
    private final Answers answers;

    CompatibilityEndpoints(Registry registry, Answers answers) {
        this.registry = registry;
        this.answers = answers;
    }

    List<Route> routes() {
        return List.of(
                Route.read("POST", VERSIONS, this::withAll),
                Route.read("POST", VERSIONS + "/{version}", this::withOne));
    }

    private JsonNode withAll(Call call) {
        return verdict(call, registry.versions(call.subject()).live());
    }

    /** A subject that is not there yet has nothing that its latest version could break. */
    private JsonNode withOne(Call call) {
        Versions versions = registry.versions(call.subject());
        if (versions.live().isEmpty() && call.version().equals("latest")) {
            return verdict(call, List.of());
        }
        return verdict(call, List.of(versions.asked(call.version(), Visibility.LIVE)));
    }

    private JsonNode verdict(Call call, List<RegisteredSchema> earlier) {
        AvroSchema schema = SchemaRequests.schema(call);
        List<String> broken = Compatibility.broken(registry.catalog().level(call.subject()), schema, earlier);
        ObjectNode answer = answers.object().put("is_compatible", broken.isEmpty());
        return call.asks("verbose") ? answer.set("messages", answers.strings(broken)) : answer;
    }
}
