package io.tidemark.importers.vllm;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.importers.file.CsvReader;
import io.tidemark.importers.file.CsvRow;
import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code summary.csv} of {@code vllm bench sweep}: a row per run, its columns the keys of {@link VllmResultReader}. */
public final class VllmSweepCsvReader {
    private VllmSweepCsvReader() {}

    public static List<Measurement> read(SourceFile file, String text) {
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
