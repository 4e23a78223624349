package io.tidemark.reports.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextEscaperTest {

    @Test
    void htmlTextCannotOpenAnElementOrLeaveAnAttribute() {
        assertThat(TextEscaper.html("<b a='1' c=\"2\">&")).isEqualTo("&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;");
    }

    @Test
    void markdownTextCannotLeaveItsCellOrBecomeALink() {
        assertThat(TextEscaper.markdown("a|b\n[x](y) `z`")).isEqualTo("a\\|b \\[x\\](y) \\`z\\`");
    }

    @Test
    void terminalTextCannotMoveTheCursor() {
        assertThat(TextEscaper.terminal("a\u001b[2Jb\r\n")).isEqualTo("a [2Jb  ");
    }

    @Test
    void aTerminalTableAlignsItsColumnsAndIsNotWrapped() {
        Block.Table table = new Block.Table(
                List.of(Block.Column.left("phase"), Block.Column.right("n")),
                List.of(List.of(Cell.of("a"), Cell.of("1,000")), List.of(Cell.of("longer"), Cell.of("7"))));

        assertThat(new TerminalRenderer(TerminalRenderer.Colour.NONE)
                        .of(new Document("", "", List.of(table), List.of())))
                .isEqualTo("  phase        n\n  a        1,000\n  longer       7\n");
    }

    @Test
    void aTableThatIsWiderThanTheWindowGoesOnBelowWithItsFirstColumnAgain() {
        Block.Table table = new Block.Table(
                List.of(
                        Block.Column.left("phase"),
                        Block.Column.right("ttft p99 (95 % CI)"),
                        Block.Column.right("tpot p99 (95 % CI)")),
                List.of(List.of(Cell.of("base"), Cell.of("849 ms (700-1,300)"), Cell.of("44.1 ms (42-46)"))));

        assertThat(new TerminalRenderer(TerminalRenderer.Colour.NONE, 40)
                        .of(new Document("", "", List.of(table), List.of())))
                .isEqualTo("""
                          phase   ttft p99 (95 % CI)
                          base    849 ms (700-1,300)

                          phase   tpot p99 (95 % CI)
                          base       44.1 ms (42-46)
                        """);
    }
}
