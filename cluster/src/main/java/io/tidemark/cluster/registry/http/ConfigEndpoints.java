package io.tidemark.cluster.registry.http;

import static io.tidemark.cluster.registry.access.SubjectOperation.ALTER_CONFIGS;
import static io.tidemark.cluster.registry.access.SubjectOperation.READ;

import com.fasterxml.jackson.databind.JsonNode;
import io.confluent.kafka.schemaregistry.CompatibilityLevel;
import io.tidemark.cluster.registry.RegistryError;
import io.tidemark.cluster.registry.SchemaCatalog;
import io.tidemark.cluster.registry.SubjectRegistry;
import java.util.List;
import java.util.Optional;

/** /config and /mode: how strict the registry is. There is one mode, READWRITE. */
record ConfigEndpoints(SubjectRegistry registry, RegistryJson answers) {
    private static final String CONFIG = "/config";
    private static final String CONFIG_OF_SUBJECT = CONFIG + "/{subject}";
    private static final String MODE = "/mode";
    private static final String READ_WRITE = "READWRITE";

    List<EndpointRoute> routes() {
        return List.of(
                EndpointRoute.open("GET", CONFIG, call -> level(global())),
                EndpointRoute.to(ALTER_CONFIGS, "PUT", CONFIG, call -> setLevel(call, Optional.empty())),
                EndpointRoute.to(ALTER_CONFIGS, "DELETE", CONFIG, call -> level(registry.unsetLevel(Optional.empty()))),
                EndpointRoute.to(READ, "GET", CONFIG_OF_SUBJECT, this::levelOfSubject),
                EndpointRoute.to(
                        ALTER_CONFIGS, "PUT", CONFIG_OF_SUBJECT, call -> setLevel(call, Optional.of(call.subject()))),
                EndpointRoute.to(
                        ALTER_CONFIGS,
                        "DELETE",
                        CONFIG_OF_SUBJECT,
                        call -> level(registry.unsetLevel(Optional.of(call.subject())))),
                EndpointRoute.open("GET", MODE, call -> mode()),
                EndpointRoute.to(ALTER_CONFIGS, "PUT", MODE, this::setMode),
                EndpointRoute.to(READ, "GET", MODE + "/{subject}", this::modeOfSubject));
    }

    private CompatibilityLevel global() {
        return registry.catalog().explicitLevel(Optional.empty()).orElse(SchemaCatalog.DEFAULT_LEVEL);
    }

    private JsonNode levelOfSubject(RegistryRequest call) {
        Optional<CompatibilityLevel> set = registry.catalog().explicitLevel(Optional.of(call.subject()));
        if (set.isEmpty() && !call.hasFlag("defaultToGlobal")) {
            throw RegistryError.levelNotConfigured(call.subject());
        }
        return level(set.orElseGet(this::global));
    }

    private JsonNode setLevel(RegistryRequest call, Optional<String> subject) {
        String name = call.body().path("compatibility").asText("");
        CompatibilityLevel level = CompatibilityLevel.forName(name);
        if (level == null) {
            throw RegistryError.invalidLevel(name);
        }
        registry.setLevel(subject, level);
        return answers.object().put("compatibility", level.name);
    }

    private JsonNode level(CompatibilityLevel level) {
        return answers.object().put("compatibilityLevel", level.name);
    }

    private JsonNode setMode(RegistryRequest call) {
        String mode = call.body().path("mode").asText("");
        if (!mode.equals(READ_WRITE)) {
            throw RegistryError.invalidMode(mode);
        }
        return mode();
    }

    private JsonNode modeOfSubject(RegistryRequest call) {
        if (!call.hasFlag("defaultToGlobal")) {
            throw RegistryError.modeNotConfigured(call.subject());
        }
        return mode();
    }

    private JsonNode mode() {
        return answers.object().put("mode", READ_WRITE);
    }
}
