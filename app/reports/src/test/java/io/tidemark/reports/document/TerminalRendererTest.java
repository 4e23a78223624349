package io.tidemark.reports.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.reports.document.Block.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TerminalRendererTest {
    private static final int LINES = 20;
    private static final String MORE = "  This is a summary; --verbose shows all of it.";

    private final TerminalRenderer renderer = new TerminalRenderer(TerminalRenderer.Colour.NONE, 100);

    private static Block table(int rows) {
        return new Block.Table(
                List.of(Column.left("row")),
                IntStream.rangeClosed(1, rows)
                        .mapToObj(row -> List.of(Cell.of("r" + row)))
                        .toList());
    }

    private static Document document(List<Block> summary, Block... rest) {
        List<Block> all = new ArrayList<>(summary);
        all.addAll(List.of(rest));
        return new Document("", "", summary, all, List.of());
    }

    @Test
    void whatFitsIsShownAsAWhole() {
        Document document = document(List.of(new Block.Headline("held", Tone.PLAIN), table(10)), Block.plain("more"));

        // headline, empty line, head of the table, 10 rows, empty line, paragraph
        assertThat(renderer.summary(document, 15))
                .isEqualTo(renderer.of(document))
                .contains("more");
    }

    @Test
    void whatDoesNotFitIsASummaryThatSaysSo() {
        Document document = document(List.of(new Block.Headline("held", Tone.PLAIN), table(10)), Block.plain("more"));

        assertThat(renderer.summary(document, 14).lines())
                .hasSize(14)
                .startsWith("  held")
                .endsWith("  r10", MORE);
        assertThat(renderer.of(document).lines()).endsWith("  more");
    }

    @Test
    void aLongTableLosesRowsAndWhatFollowsItIsKept() {
        Document document = document(List.of(table(40), Block.plain("sent 100 %: VALID")));

        List<String> lines = renderer.summary(document, LINES).lines().toList();

        assertThat(lines)
                .hasSize(LINES)
                .contains("  r16", "  sent 100 %: VALID")
                .doesNotContain("  r17");
        assertThat(lines).endsWith("  sent 100 %: VALID", MORE);
    }

    /** With a row each: a line, then three times an empty line, the head of a table and its row. */
    @Test
    void aTableOfWhichNoRowFitsIsLeftOut() {
        Document document = document(List.of(Block.plain("held"), table(1), table(2), table(3)), Block.plain("more"));

        assertThat(renderer.summary(document, 7).lines().toList())
                .isEqualTo(renderer.summary(document, 5).lines().toList())
                .endsWith("  r1", MORE);
        assertThat(renderer.summary(document, 8).lines()).hasSize(8).endsWith("  r1", MORE);
    }

    @Test
    void aTableThatIsWiderThanTheWindowKeepsTheLimitToo() {
        Block wide = new Block.Table(
                List.of(Column.left("a".repeat(30)), Column.left("b".repeat(30)), Column.left("c".repeat(30))),
                IntStream.range(0, 30)
                        .mapToObj(row -> List.of(Cell.of("x"), Cell.of("y"), Cell.of("z" + row)))
                        .toList());
        TerminalRenderer narrow = new TerminalRenderer(TerminalRenderer.Colour.NONE, 70);

        assertThat(narrow.summary(document(List.of(wide)), LINES).lines())
                .hasSizeLessThanOrEqualTo(LINES)
                .contains("  " + "a".repeat(30) + "   " + "c".repeat(30), MORE);
    }
}
