package io.tidemark.producer.workload.files;

import io.tidemark.producer.workload.files.JsonLinesReader.Line;

/** databricks-dolly-15k: {@code {"instruction", "context", "response", "category"}}; the context, if there is one, follows the instruction. */
final class DollyFormat {
    private DollyFormat() {}

    static FilePrompt prompt(Line line) {
        String context = line.textOrNone("context").strip();
        String instruction = line.text("instruction").strip();
        return FilePrompt.of(context.isEmpty() ? instruction : instruction + "\n\n" + context)
                .withCategory(line.textOrNone("category"));
    }
}
