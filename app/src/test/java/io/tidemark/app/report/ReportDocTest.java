package io.tidemark.app.report;

import io.tidemark.app.docs.GeneratedBlock;
import io.tidemark.app.report.document.Block;
import io.tidemark.app.report.document.Document;
import io.tidemark.app.report.document.MarkdownForm;
import io.tidemark.app.report.document.Section;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The excerpts of docs/report.md are what the report says. */
class ReportDocTest {
    private static final String PAGE = "docs/report.md";

    @Test
    void theAnswerIsAsWritten() {
        List<Block> blocks = new Answer(SampleReport.twoPhases()).inShort();
        new GeneratedBlock(PAGE, "answer").mustBe(markdown(blocks));
    }

    @Test
    void breachesAreAsWritten() {
        List<Block> blocks = new Troubles(SampleReport.twoPhases()).blocks();
        new GeneratedBlock(PAGE, "breaches").mustBe(markdown(blocks.subList(0, 1)));
    }

    @Test
    void theSmokeVerdictIsAsWritten() {
        new GeneratedBlock(PAGE, "smoke").mustBe(markdown(new Smoke(NotedReport.streamed()).blocks()));
    }

    /** Without title and heading. */
    private static String markdown(List<Block> blocks) {
        String all = MarkdownForm.of(new Document("", "", List.of(), List.of(new Section("S", blocks))));
        return all.substring(all.indexOf("## S") + "## S".length()).strip();
    }
}
