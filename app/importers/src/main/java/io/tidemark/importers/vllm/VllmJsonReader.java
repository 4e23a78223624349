package io.tidemark.importers.vllm;

import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.file.JsonObjectReader;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Files of {@code vllm bench serve} and {@code vllm bench sweep}: objects after each other, or a list of them. */
public final class VllmJsonReader {
    private VllmJsonReader() {}

    public static List<Measurement> read(SourceFile file, String text, ImportFormat format) {
        List<JsonCursor> roots = JsonObjectReader.of(file, text);
        List<Measurement> all = new ArrayList<>();
        for (JsonCursor root : roots) {
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

    private static Measurement one(SourceFile file, JsonCursor place, String where, ImportFormat format) {
        if (!place.isObject()) {
            throw place.invalid("must be an object of vllm bench serve");
        }
        boolean aResult = place.has("completed") || place.has("request_throughput") || place.has("duration");
        if (!aResult) {
            throw place.invalid(
                    "must be a result of vllm bench serve: it has none of completed, duration, request_throughput");
        }
        return VllmResultReader.of(
                place, new VllmResultReader.ObjectSource(file, where, format, Optional.empty(), Map.of()));
    }

    private static String place(JsonCursor root, SourceFile file) {
        return root.toString().replace(file.name(), "").replace(":", "").strip();
    }
}
