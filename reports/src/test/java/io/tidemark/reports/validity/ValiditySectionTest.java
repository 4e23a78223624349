package io.tidemark.reports.validity;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.RunStatus;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.TerminalRenderer;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.SampleReport;
import io.tidemark.reports.output.ReportDocument;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ValiditySectionTest {
    private static final RunReport ENDED = SampleReport.run("baseline", 28, RunStatus.ENDED);

    @Test
    void aRunWithStepResultsIsValid() {
        assertThat(report(ENDED)).contains("VALID");
    }

    @Test
    void aRunWithoutStepResultsIsNotCalledValid() {
        RunReport without = new RunReport(
                ENDED.run(),
                ENDED.slo(),
                List.of(),
                List.of(),
                ENDED.breachExamples(),
                ENDED.windows(),
                ENDED.serverInfo());

        assertThat(report(without)).contains("no step has a result").doesNotContain("VALID");
    }

    private static String report(RunReport run) {
        Document document = ReportDocument.of(
                new ReportModel("e", SampleReport.START, List.of(new PhaseReport("baseline", List.of(run)))));
        return new TerminalRenderer(TerminalRenderer.Colour.NONE).of(document);
    }
}
