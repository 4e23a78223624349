package io.tidemark.app.docs;

import io.tidemark.fixtures.GeneratedBlock;
import io.tidemark.schemas.deadletter.DeadLetterCode;
import org.junit.jupiter.api.Test;

/** docs/operate/operating.md says what each code of a dead letter means. */
final class DeadLetterCodesDocTest {
    @Test
    void theTableMirrorsTheEnum() {
        MarkdownTable table = new MarkdownTable("code", "means");
        for (DeadLetterCode code : DeadLetterCode.values()) {
            table.row(MarkdownTable.code(code.name()), code.meaning());
        }
        new GeneratedBlock("docs/operate/operating.md", "dead-letter-codes").mustBe(table.text());
    }
}
