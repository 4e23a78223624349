package io.tidemark.cluster.registry.http;

import static io.tidemark.cluster.registry.access.SubjectOperation.READ;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.tidemark.cluster.registry.RegisteredSchema;
import io.tidemark.cluster.registry.SubjectRegistry;
import io.tidemark.cluster.registry.SubjectVersions;
import io.tidemark.cluster.registry.VersionVisibility;
import java.util.List;
import java.util.Optional;

/** /compatibility: would this schema be accepted? */
record CompatibilityEndpoints(SubjectRegistry registry, RegistryJson answers) {
    private static final String VERSIONS = "/compatibility/subjects/{subject}/versions";

    List<EndpointRoute> routes() {
        return List.of(
                EndpointRoute.checking(READ, VERSIONS, call -> Optional.empty(), this::withAll),
                EndpointRoute.checking(READ, VERSIONS + "/{version}", call -> Optional.empty(), this::withOne));
    }

    private JsonNode withAll(RegistryRequest call) {
        return verdict(call, registry.versions(call.subject()).notDeleted());
    }

    /** A subject that is not there yet has nothing that its latest version could break. */
    private JsonNode withOne(RegistryRequest call) {
        SubjectVersions versions = registry.versions(call.subject());
        if (versions.notDeleted().isEmpty() && call.version().equals("latest")) {
            return verdict(call, List.of());
        }
        return verdict(call, List.of(versions.find(call.version(), VersionVisibility.LIVE)));
    }

    private JsonNode verdict(RegistryRequest call, List<RegisteredSchema> earlier) {
        AvroSchema schema = call.schema();
        List<String> broken = registry.violations(call.subject(), schema, earlier);
        ObjectNode answer = answers.object().put("is_compatible", broken.isEmpty());
        return call.hasFlag("verbose") ? answer.set("messages", answers.strings(broken)) : answer;
    }
}
