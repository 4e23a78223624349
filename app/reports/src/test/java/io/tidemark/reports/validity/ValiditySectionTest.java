package io.tidemark.reports.validity;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.RunStatus;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.HtmlRenderer;
import io.tidemark.reports.document.TerminalRenderer;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.SampleReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.reports.output.ReportDocument;
import java.util.ArrayList;
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
        RunReport without = SampleReport.withBreaches(SampleReport.withSteps(ENDED, List.of()), List.of());

        assertThat(report(without)).contains("no step has a result").doesNotContain("VALID");
    }

    @Test
    void whatWasSentAtAllIsNotTakenForWhatWasSentOnTime() {
        assertThat(report(SampleReport.run("baseline", 28, RunStatus.INVALID)).replaceAll("\\s+", " "))
                .contains("sent 64 % of its requests on time (limit 98 %)")
                .contains("baseline: sent 100 % of what was due, on time or late, client lag p99")
                .contains(": INVALID (run ");
    }

    @Test
    void aLostRunSaysWhyAndThatTheRestIsMissing() {
        RunReport lost = SampleReport.lost(ENDED, "nothing of it came since 14:01:00");
        assertThat(report(lost).replaceAll("\\s+", " "))
                .contains(
                        "is lost: nothing of it came since 14:01:00. Everything that it had not published is missing.")
                .contains("0 requests dropped: lost (run ")
                .doesNotContain("still running");
    }

    @Test
    void stepsThatLackEventsAreCounted() {
        List<StepReport> steps = new ArrayList<>(ENDED.steps());
        steps.set(1, SampleReport.incomplete(steps.get(1)));
        assertThat(html(ENDED)).contains("all final").doesNotContain("lack events");
        assertThat(html(SampleReport.withSteps(ENDED, steps))).contains("1 of 4 lack events");
    }

    private static String html(RunReport run) {
        return new HtmlRenderer("", picture -> "").of(document(run));
    }

    private static Document document(RunReport run) {
        return ReportDocument.of(
                new ReportModel("e", SampleReport.START, List.of(new PhaseReport("baseline", List.of(run)))));
    }

    private static String report(RunReport run) {
        return new TerminalRenderer(TerminalRenderer.Colour.NONE).of(document(run));
    }
}
