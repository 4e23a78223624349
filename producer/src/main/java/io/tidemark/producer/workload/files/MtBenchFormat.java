package io.tidemark.producer.workload.files;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.producer.json.RowFormat;
import io.tidemark.producer.workload.files.JsonLinesReader.Line;
import java.util.ArrayList;
import java.util.List;

/** MT-bench: {@code {"category": "writing", "turns": ["...", "..."]}}. */
final class MtBenchFormat {
    private static final RowFormat KEYS = new RowFormat(
            List.of("question_id", "category", "turns", "reference"), "Rows of other fields are not those of MT-bench");

    private MtBenchFormat() {}

    static FilePrompt prompt(Line line) {
        KEYS.require(line.node(), line.where());
        List<String> turns = new ArrayList<>();
        line.node().path("turns").forEach(turn -> turns.add(text(turn, line.where())));
        if (turns.isEmpty()) {
            throw new IllegalArgumentException(line.where() + " must have a text in turns[0]");
        }
        return FilePrompt.of(turns.get(0))
                .withFollowUps(turns.subList(1, turns.size()))
                .withCategory(line.textOrNone("category"));
    }

    private static String text(JsonNode turn, String where) {
        if (!turn.isTextual() || turn.textValue().isBlank()) {
            throw new IllegalArgumentException(where + " must have texts in 'turns'");
        }
        return turn.textValue();
    }
}
