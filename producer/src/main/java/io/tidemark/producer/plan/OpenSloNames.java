package io.tidemark.producer.plan;

import java.util.Map;
import java.util.Optional;

/** What OpenSLO's metadata holds: a name, and annotations, where our extensions are. */
final class OpenSloNames {
    private OpenSloNames() {}

    /** The name of a document; its metadata is checked. */
    static String of(Section document) {
        Optional<Section> metadata = document.section("metadata");
        if (metadata.isEmpty()) {
            document.refuse("metadata", "is required");
            return "";
        }
        Section given = metadata.get();
        String name = given.required("name", Values.NAME, "");
        given.optional("displayName", Values.TEXT);
        given.tree("labels");
        given.texts("annotations");
        given.refuseOthers();
        return name;
    }

    /** Reports a name that cannot be used. */
    static void refuseName(Section document, String rule) {
        document.section("metadata").ifPresent(metadata -> metadata.refuse("name", rule));
    }

    /** Its annotations of ours: {@code tidemark/KEY}. */
    static Map<String, String> annotations(Section document) {
        return document.section("metadata")
                .map(metadata -> metadata.texts("annotations"))
                .orElse(Map.of());
    }

    /** Reports an annotation that cannot be used. */
    static void refuse(Section document, String key, String rule) {
        document.section("metadata").ifPresent(metadata -> metadata.refuse("annotations", key + " " + rule));
    }
}
