package io.tidemark.reports.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.RunStatus;
import io.tidemark.reports.requests.RequestSummary;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.sinks.store.read.step.RequestTotalsRow;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A step of 30 s with objectives on TTFT from due and TPOT, of whose requests 270 kept both limits. */
final class StepReportTest {
    private static StepReport flagged(String flag) {
        StepReport step =
                SampleReport.run("baseline", 28, RunStatus.ENDED).steps().get(0);
        RequestSummary requests = new RequestSummary(
                Map.of(), Map.of(), List.of(), List.of(), RequestTotalsRow.NONE, OptionalLong.of(270), Map.of());
        StepDetail detail = new StepDetail(List.of(), List.of(), List.of(), List.of(), requests);
        return SampleReport.withFlags(new StepReport(step.measured(), detail), List.of(flag));
    }

    @Test
    void goodRequestsAreThoseWithinEveryLimit() {
        assertThat(flagged("").goodRequestsPerSecond()).hasValue(9);
        assertThat(flagged(FigureDoubt.HELD_BACK.sentence(1, 300)).goodRequestsPerSecond())
                .hasValue(9);
    }

    @Test
    void goodRequestsAreNotKnownWhereALatencyThatTheyMustKeepIsNot() {
        assertThat(flagged(FigureDoubt.HELD_BACK.sentence(60, 300)).goodRequestsPerSecond())
                .isEmpty();
        assertThat(flagged(FigureDoubt.USAGE_CONTRADICTED.sentence(60, 300)).goodRequestsPerSecond())
                .isEmpty();
    }
}
