package io.tidemark.reports.document;

import java.util.List;

/** A titled part of a document. */
public record DocumentSection(String title, List<Block> blocks) {
    public DocumentSection {
        blocks = List.copyOf(blocks);
    }
}
