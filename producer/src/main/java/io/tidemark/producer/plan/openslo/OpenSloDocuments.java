package io.tidemark.producer.plan.openslo;

import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The documents of a file in OpenSLO's shape, by kind and name: no two of a kind share one, for a name is what they are referred to by. */
final class OpenSloDocuments {
    private static final String API_VERSION = "openslo/v1";

    private final Map<OpenSloKind, Map<String, YamlSection>> documents = new EnumMap<>(OpenSloKind.class);

    /** Takes a document whose version, kind and name are sound; the others are refused. */
    void add(YamlSection document) {
        String version = document.required("apiVersion", ValueTypes.TEXT, API_VERSION);
        if (!version.equals(API_VERSION)) {
            document.refuse("apiVersion", "must be " + API_VERSION + " but was " + version);
        }
        String word = document.required("kind", ValueTypes.TEXT, OpenSloKind.SERVICE.word());
        String name = OpenSloMetadata.of(document);
        document.section("spec");
        document.refuseUnknownKeys();
        Optional<OpenSloKind> kind = OpenSloKind.of(word);
        if (kind.isEmpty()) {
            document.refuse(
                    "kind",
                    "must be SLO, SLI, AlertPolicy, AlertCondition or Service (no other kind is used) but was " + word);
            return;
        }
        YamlSection other = documents
                .computeIfAbsent(kind.get(), unseen -> new LinkedHashMap<>())
                .putIfAbsent(name, document);
        if (other != null && !name.isEmpty()) {
            OpenSloMetadata.refuseName(
                    document,
                    "must be the name of one " + word + " of the file but " + name + " is the name of several");
        }
    }

    /** In the order of the file. */
    List<YamlSection> of(OpenSloKind kind) {
        return List.copyOf(named(kind).values());
    }

    Optional<YamlSection> find(OpenSloKind kind, String name) {
        return Optional.ofNullable(named(kind).get(name));
    }

    Set<String> names(OpenSloKind kind) {
        return named(kind).keySet();
    }

    private Map<String, YamlSection> named(OpenSloKind kind) {
        return documents.getOrDefault(kind, Map.of());
    }
}
