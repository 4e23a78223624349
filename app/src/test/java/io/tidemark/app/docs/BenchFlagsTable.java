package io.tidemark.app.docs;

import io.tidemark.fixtures.GeneratedBlock;
import java.util.Map;

/** The table of flags in docs/how-to/switch-from-vllm-bench.md. */
public final class BenchFlagsTable {
    private BenchFlagsTable() {}

    /** @param rows description by flag */
    public static void mustBe(Map<String, String> rows) {
        MarkdownTable table = new MarkdownTable("flag", "meaning");
        rows.forEach(table::row);
        new GeneratedBlock("docs/how-to/switch-from-vllm-bench.md", "bench-flags").mustBe(table.text());
    }
}
