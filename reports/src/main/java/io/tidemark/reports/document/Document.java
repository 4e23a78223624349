package io.tidemark.reports.document;

import java.util.List;

/**
 * A report in words.
 *
 * @param verdict what a terminal shows: the answer, its table, whether it can be trusted
 */
public record Document(String title, String subtitle, List<Block> verdict, List<DocumentSection> sections) {
    public Document {
        verdict = List.copyOf(verdict);
        sections = List.copyOf(sections);
    }

    /** The pictures of all sections, in order. */
    public List<Block.Figure> figures() {
        return sections.stream()
                .flatMap(section -> section.blocks().stream())
                .filter(Block.Figure.class::isInstance)
                .map(Block.Figure.class::cast)
                .toList();
    }
}
