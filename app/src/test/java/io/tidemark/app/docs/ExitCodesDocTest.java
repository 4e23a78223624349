package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.fixtures.GeneratedBlock;
import org.junit.jupiter.api.Test;

/** docs/reference/exit-codes.md says what {@link ExitCode} says. */
final class ExitCodesDocTest {
    @Test
    void tableMirrorsTheEnum() {
        MarkdownTable table = new MarkdownTable("code", "means");
        for (ExitCode code : ExitCode.values()) {
            table.row(Integer.toString(code.code()), code.meaning());
        }
        new GeneratedBlock("docs/reference/exit-codes.md", "exit-codes").mustBe(table.text());
    }

    @Test
    void codesAreTheDocumentedOnes() {
        assertThat(ExitCode.values()).extracting(ExitCode::code).containsExactly(0, 1, 2, 3, 4, 5, 70);
    }
}
