package io.tidemark.cluster.registry;

import com.fasterxml.jackson.databind.JsonNode;
import io.confluent.kafka.schemaregistry.CompatibilityLevel;
import java.util.List;
import java.util.Optional;

/** /config and /mode: how strict the registry is. There is one mode, READWRITE. */
final class ConfigEndpoints {
    private static final String CONFIG = "/config";
    private static final String CONFIG_OF_SUBJECT = CONFIG + "/{subject}";
    private static final String MODE = "/mode";
    private static final String READ_WRITE = "READWRITE";

    private final Registry registry;
    private final Answers answers;

    ConfigEndpoints(Registry registry, Answers answers) {
        this.registry = registry;
        this.answers = answers;
    }

    List<Route> routes() {
        return List.of(
                Route.read("GET", CONFIG, call -> level(global())),
                Route.write("PUT", CONFIG, call -> setLevel(call, Optional.empty())),
                Route.write("DELETE", CONFIG, call -> level(registry.unsetLevel(Optional.empty()))),
                Route.read("GET", CONFIG_OF_SUBJECT, this::levelOfSubject),
                Route.write("PUT", CONFIG_OF_SUBJECT, call -> setLevel(call, Optional.of(call.subject()))),
                Route.write(
                        "DELETE", CONFIG_OF_SUBJECT, call -> level(registry.unsetLevel(Optional.of(call.subject())))),
                Route.read("GET", MODE, call -> mode()),
                Route.read("PUT", MODE, this::setMode),
                Route.read("GET", MODE + "/{subject}", this::modeOfSubject));
    }

    private CompatibilityLevel global() {
        return registry.catalog().levelSet(Optional.empty()).orElse(Catalog.DEFAULT_LEVEL);
    }

    private JsonNode levelOfSubject(Call call) {
        Optional<CompatibilityLevel> set = registry.catalog().levelSet(Optional.of(call.subject()));
        if (set.isEmpty() && !call.asks("defaultToGlobal")) {
            throw RegistryError.levelNotConfigured(call.subject());
        }
        return level(set.orElseGet(this::global));
    }

    private JsonNode setLevel(Call call, Optional<String> subject) {
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

    private JsonNode setMode(Call call) {
        String mode = call.body().path("mode").asText("");
        if (!mode.equals(READ_WRITE)) {
            throw RegistryError.invalidMode(mode);
        }
        return mode();
    }

    private JsonNode modeOfSubject(Call call) {
        if (!call.asks("defaultToGlobal")) {
            throw RegistryError.modeNotConfigured(call.subject());
        }
        return mode();
    }

    private JsonNode mode() {
        return answers.object().put("mode", READ_WRITE);
    }
}
