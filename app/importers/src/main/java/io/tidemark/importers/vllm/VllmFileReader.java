package io.tidemark.importers.vllm;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.importers.file.CsvReader;
import io.tidemark.importers.file.CsvRow;
import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.file.JsonObjectReader;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Files of {@code vllm bench serve} and {@code vllm bench sweep}: JSON objects after each other, or a list of them; or a sweep's
 * {@code summary.csv} with a row per run, its columns the keys of {@link VllmResultReader}.
 */
public final class VllmFileReader {
    private VllmFileReader() {}

    public static List<Measurement> read(SourceFile file, String text, ImportFormat format) {
        char first = text.stripLeading().charAt(0);
        return first == '{' || first == '[' ? objects(file, text, format) : rows(file, text);
    }

    private static List<Measurement> objects(SourceFile file, String text, ImportFormat format) {
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

    private static List<Measurement> rows(SourceFile file, String text) {
        List<Measurement> all = new ArrayList<>();
        for (CsvRow row : CsvReader.rows(file.name(), text)) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            row.values().keySet().forEach(name -> put(row, name, object));
            all.add(VllmResultReader.of(
                    JsonCursor.root(row.place(), object),
                    new VllmResultReader.ObjectSource(
                            file, "line " + row.line(), ImportFormat.VLLM_SWEEP, Optional.empty(), Map.of())));
        }
        return all;
    }

    /** Lists, which pandas writes as text, are left out. */
    private static void put(CsvRow row, String name, ObjectNode object) {
        Optional<String> value = row.text(name).filter(text -> !text.startsWith("["));
        if (value.isEmpty()) {
            return;
        }
        String text = value.get();
        if (text.matches("-?[0-9]{1,18}")) {
            object.put(name, Long.parseLong(text));
        } else if (VllmResultKeys.isResult(name) || text.matches("-?[0-9]+\\.[0-9]+([eE][-+]?[0-9]+)?")) {
            object.put(name, row.number(name).orElseThrow());
        } else {
            object.put(name, text);
        }
    }
}
