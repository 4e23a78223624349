package io.tidemark.reports.document;

import java.util.List;
import java.util.stream.Stream;

/**
 * The content of a report, independent of its form.
 *
 * @param summary what a terminal shows where its lines are limited: the answer, one table, the validity of each run
 * @param verdict what a terminal shows without a limit
 */
public record Document(
        String title, String subtitle, List<Block> summary, List<Block> verdict, List<DocumentSection> sections) {
    public Document {
        summary = List.copyOf(summary);
        verdict = List.copyOf(verdict);
        sections = List.copyOf(sections);
    }

    /** A document without a shorter form of its verdict. */
    public Document(String title, String subtitle, List<Block> verdict, List<DocumentSection> sections) {
        this(title, subtitle, verdict, verdict, sections);
    }

    /** The sentence that everything else explains; empty if there is none. */
    public String headline() {
        return verdict.stream()
                .filter(Block.Headline.class::isInstance)
                .map(block -> ((Block.Headline) block).text())
                .findFirst()
                .orElse("");
    }

    /** The pictures of all sections, in order. */
    public List<Block.Figure> figures() {
        return sections.stream()
                .flatMap(section -> section.blocks().stream())
                .flatMap(Document::unfolded)
                .filter(Block.Figure.class::isInstance)
                .map(Block.Figure.class::cast)
                .toList();
    }

    private static Stream<Block> unfolded(Block block) {
        return block instanceof Block.Details details
                ? details.blocks().stream().flatMap(Document::unfolded)
                : Stream.of(block);
    }

    /** A titled part of a document. */
    public record DocumentSection(String title, List<Block> blocks) {
        public DocumentSection {
            blocks = List.copyOf(blocks);
        }

        /** Adds a section, under its number, unless it is empty. */
        public static void addNumbered(List<DocumentSection> sections, String title, List<Block> blocks) {
            if (!blocks.isEmpty()) {
                sections.add(new DocumentSection((sections.size() + 1) + ". " + title, blocks));
            }
        }
    }
}
