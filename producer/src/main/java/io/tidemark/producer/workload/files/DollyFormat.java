package io.tidemark.producer.workload.files;

import io.tidemark.producer.json.RowFormat;
import io.tidemark.producer.workload.files.JsonLinesReader.Line;
import java.util.List;

/** databricks-dolly-15k: {@code {"instruction", "context", "response", "category"}}; the context, if there is one, follows the instruction. */
final class DollyFormat {
    private static final RowFormat KEYS = new RowFormat(
            List.of("instruction", "context", "response", "category"), "Rows of other fields are not those of dolly");

    private DollyFormat() {}

    static FilePrompt prompt(Line line) {
        KEYS.require(line.node(), line.where());
        String context = line.textOrNone("context").strip();
        String instruction = line.text("instruction").strip();
        return FilePrompt.of(context.isEmpty() ? instruction : instruction + "\n\n" + context)
                .withCategory(line.textOrNone("category"));
    }
}
