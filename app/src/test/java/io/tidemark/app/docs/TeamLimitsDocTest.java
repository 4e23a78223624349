package io.tidemark.app.docs;

import io.tidemark.fixtures.GeneratedBlock;
import io.tidemark.schemas.TeamLimit;
import org.junit.jupiter.api.Test;

/** docs/operate/scaling.md says how much a team may name. */
final class TeamLimitsDocTest {
    @Test
    void theTableMirrorsTheEnum() {
        MarkdownTable table = new MarkdownTable("limit", "most", "of", "counts");
        for (TeamLimit limit : TeamLimit.values()) {
            table.row(
                    MarkdownTable.code(limit.id()),
                    Integer.toString(limit.most()),
                    limit.scope().description(),
                    limit.meaning());
        }
        new GeneratedBlock("docs/operate/scaling.md", "team-limits").mustBe(table.text());
    }
}
