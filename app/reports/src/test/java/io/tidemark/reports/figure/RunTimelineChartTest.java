package io.tidemark.reports.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.RunStatus;
import io.tidemark.reports.model.BreachNumbers;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.SampleReport;
import io.tidemark.schemas.MissingSignals;
import io.tidemark.sinks.store.read.run.RunNotes;
import io.tidemark.sinks.store.read.run.RunRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RunTimelineChartTest {
    private static String caption(List<String> remarks) {
        RunReport report = SampleReport.run("moderate", 20, RunStatus.ENDED);
        RunRow run = report.run();
        RunNotes notes = new RunNotes(
                Optional.empty(),
                "",
                remarks,
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                run.notes().publishing());
        RunRow remarked = new RunRow(
                run.key(),
                run.experiment(),
                run.phase(),
                run.started(),
                run.ended(),
                run.status(),
                run.invalidReasons(),
                run.targets(),
                run.lanes(),
                run.stepCount(),
                run.origin(),
                notes);
        RunReport blind = new RunReport(
                SampleReport.withRun(report, remarked).measured(),
                report.details(),
                report.breaches(),
                report.breachExamples(),
                Map.of());
        return new RunTimelineChart(
                        blind,
                        List.of(blind),
                        0,
                        new BreachNumbers(SampleReport.named("e", "moderate", RunStatus.ENDED)))
                .caption();
    }

    @Test
    void signalsThatAreMissingAreExplainedByTheRunsRemarks() {
        String remark =
                new MissingSignals("gpu-1", "http://gpu-1:8000/metrics", "HTTP 404", "set targets[0].scrape").remark();

        assertThat(caption(List.of("another remark", remark)))
                .endsWith(" The server's own signals are missing: no server signals of target gpu-1 from"
                        + " http://gpu-1:8000/metrics: HTTP 404; set targets[0].scrape.");
        assertThat(caption(List.of("another remark"))).endsWith(" The server's own signals were not scraped.");
    }
}
