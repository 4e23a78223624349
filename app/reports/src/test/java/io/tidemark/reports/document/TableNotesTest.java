package io.tidemark.reports.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Document.DocumentSection;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A table with a mark in two of its cells and a word that needs one in a third: each is explained once, under the table, in every format. */
class TableNotesTest {
    private static final Note ALONE = new Note("*", "of these requests only");
    private static final Note OPEN = new Note("unbounded", "too few requests");
    private static final Block.Table TABLE = new Block.Table(
            List.of(Column.left("phase"), Column.right("value")),
            List.of(
                    List.of(Cell.of("a"), Cell.of("1 ms").marked(ALONE)),
                    List.of(Cell.of("b"), Cell.of("2 ms").marked(ALONE)),
                    List.of(Cell.of("c"), Cell.of("unbounded").noted(OPEN))));
    private static final Document DOCUMENT =
            new Document("T", "", List.of(TABLE), List.of(new DocumentSection("S", List.of(TABLE))));

    @Test
    void aTerminalHasThemUnderTheTable() {
        assertThat(new TerminalRenderer(TerminalRenderer.Colour.NONE).of(DOCUMENT))
                .isEqualTo("""
                          phase       value
                          a          1 ms *
                          b          2 ms *
                          c       unbounded
                          *: of these requests only
                          unbounded: too few requests
                        """);
    }

    @Test
    void aShortenedTableHasThoseOfItsRows() {
        assertThat(new TerminalRenderer(TerminalRenderer.Colour.NONE).summary(DOCUMENT, 5))
                .contains("*: of these requests only")
                .doesNotContain("too few requests");
    }

    @Test
    void aPageHasThemUnderTheTable() {
        assertThat(new HtmlRenderer("", chart -> "").of(DOCUMENT)).contains("""
                        </tbody></table></div>
                        <p class="muted">*: of these requests only</p>
                        <p class="muted">unbounded: too few requests</p>
                        """);
    }

    @Test
    void markdownHasThemUnderTheTable() {
        assertThat(MarkdownRenderer.of(DOCUMENT))
                .contains("| c | unbounded |\n\n\\*: of these requests only\n\nunbounded: too few requests\n");
    }
}
