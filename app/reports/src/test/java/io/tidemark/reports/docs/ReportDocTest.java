package io.tidemark.reports.docs;

import io.tidemark.fixtures.GeneratedBlock;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.Document.DocumentSection;
import io.tidemark.reports.document.MarkdownRenderer;
import io.tidemark.reports.model.AnnotatedSampleReport;
import io.tidemark.reports.model.SampleReport;
import io.tidemark.reports.model.SmokeTestSection;
import io.tidemark.reports.section.AnswerSection;
import io.tidemark.reports.section.BreachesSection;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The excerpts of docs/how-to/read-a-report.md are what the report says. */
class ReportDocTest {
    private static final String PAGE = "docs/how-to/read-a-report.md";

    @Test
    void theAnswerIsAsWritten() {
        List<Block> blocks = new AnswerSection(SampleReport.twoPhases()).blocks(List.of());
        new GeneratedBlock(PAGE, "answer").mustBe(markdown(blocks));
    }

    @Test
    void breachesAreAsWritten() {
        List<Block> blocks = BreachesSection.blocks(SampleReport.twoPhases());
        new GeneratedBlock(PAGE, "breaches").mustBe(markdown(blocks.subList(0, 1)));
    }

    @Test
    void theSmokeVerdictIsAsWritten() {
        new GeneratedBlock(PAGE, "smoke")
                .mustBe(markdown(new SmokeTestSection(AnnotatedSampleReport.streamed()).blocks()));
    }

    /** Without title, heading and pictures, which lie beside a report and not beside the page. */
    private static String markdown(List<Block> blocks) {
        String all = MarkdownRenderer.of(new Document("", "", List.of(), List.of(new DocumentSection("S", blocks))));
        return all.substring(all.indexOf("## S") + "## S".length())
                .replaceAll("(?m)^!\\[.*\n\n", "")
                .strip();
    }
}
