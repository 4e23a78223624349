package io.tidemark.app.report.document;

import java.util.List;

/** A titled part of a document. */
public record Section(String title, List<Block> blocks) {
    public Section {
        blocks = List.copyOf(blocks);
    }
}
