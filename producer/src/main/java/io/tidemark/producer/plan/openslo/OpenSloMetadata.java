package io.tidemark.producer.plan.openslo;

import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.util.Map;
import java.util.Optional;

/** What OpenSLO's metadata holds: a name, and annotations, where our extensions are. */
final class OpenSloMetadata {
    private OpenSloMetadata() {}

    /** The name of a document; its metadata is checked. */
    static String of(YamlSection document) {
        Optional<YamlSection> metadata = document.section("metadata");
        if (metadata.isEmpty()) {
            document.refuse("metadata", "is required");
            return "";
        }
        YamlSection given = metadata.get();
        String name = given.required("name", ValueTypes.NAME, "");
        given.optional("displayName", ValueTypes.TEXT);
        given.tree("labels");
        given.texts("annotations");
        given.refuseUnknownKeys();
        return name;
    }

    /** Reports a name that cannot be used. */
    static void refuseName(YamlSection document, String rule) {
        document.section("metadata").ifPresent(metadata -> metadata.refuse("name", rule));
    }

    /** Its annotations of ours: {@code tidemark/KEY}. */
    static Map<String, String> annotations(YamlSection document) {
        return document.section("metadata")
                .map(metadata -> metadata.texts("annotations"))
                .orElse(Map.of());
    }

    /** Reports an annotation that cannot be used. */
    static void refuse(YamlSection document, String key, String rule) {
        document.section("metadata").ifPresent(metadata -> metadata.refuse("annotations", key + " " + rule));
    }
}
