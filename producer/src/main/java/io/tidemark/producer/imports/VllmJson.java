package io.tidemark.producer.imports;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Files of {@code vllm bench serve} and {@code vllm bench sweep}: objects after each other, or a list of them. */
final class VllmJson {
    private VllmJson() {}

    static List<Measurement> read(SourceFile file, String text, ImportFormat format) {
        List<Place> roots = JsonObjects.of(file, text);
        List<Measurement> all = new ArrayList<>();
        for (Place root : roots) {
            if (root.node().isArray()) {
                for (int i = 0; i < root.node().size(); i++) {
                    all.add(one(file, root.at(i), "[" + i + "]", format));
                }
            } else {
                all.add(one(file, root, roots.size() == 1 ? "" : place(root, file), format));
            }
        }
        return all;
    }

    private static Measurement one(SourceFile file, Place place, String where, ImportFormat format) {
        if (!place.isObject()) {
            throw place.bad("must be an object of vllm bench serve");
        }
        boolean aResult = place.has("completed") || place.has("request_throughput") || place.has("duration");
        if (!aResult) {
            throw place.bad(
                    "must be a result of vllm bench serve: it has none of completed, duration, request_throughput");
        }
        return VllmResult.of(place, new VllmResult.Origin(file, where, format, Optional.empty(), Map.of()));
    }

    private static String place(Place root, SourceFile file) {
        return root.toString().replace(file.name(), "").replace(":", "").strip();
    }
}
