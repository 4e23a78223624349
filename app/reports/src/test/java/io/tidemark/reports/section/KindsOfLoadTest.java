package io.tidemark.reports.section;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.LoadKind;
import io.tidemark.events.RunStatus;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.SampleReport;
import io.tidemark.reports.model.StepReport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A phase of three rates, the lowest of which passes, and a fourth step of another kind, which fails. */
class KindsOfLoadTest {
    private static final RunReport RATES = SampleReport.run("baseline", 28, RunStatus.ENDED);

    private static PhaseReport rates(StepReport... more) {
        List<StepReport> steps = new ArrayList<>(RATES.steps().subList(0, 3));
        steps.addAll(List.of(more));
        return new PhaseReport("baseline", List.of(SampleReport.withSteps(RATES, steps)));
    }

    private static PhaseReport ratesAnd(LoadKind kind, double load) {
        return rates(SampleReport.withLoad(RATES.steps().get(3), kind, load));
    }

    private static List<String> loadColumn(PhaseReport phase) {
        ReportModel model = new ReportModel("e", SampleReport.START, List.of(phase));
        Block.Table table = new StepTable(model).block();
        List<String> column = new ArrayList<>();
        column.add(table.columns().get(1).name());
        table.rows().forEach(row -> column.add(row.get(1).text()));
        return column;
    }

    @Test
    void aStepAllAtOnceCountsForNothingInWhatWasHeld() {
        PhaseReport phase = ratesAnd(LoadKind.RATE, 0);

        assertThat(phase.capacity()).isEqualTo(rates().capacity());
        assertThat(loadColumn(phase)).containsExactly("req/s", "10", "20", "30", "all at once");
        assertThat(new PhaseFindings(phase, "").sentences())
                .anySatisfy(sentence ->
                        assertThat(sentence).startsWith("baseline with 304 requests all at once: FAIL: ttft_due"));
    }

    @Test
    void loadsOfTwoKindsAreHeldEachByItself() {
        PhaseReport phase = ratesAnd(LoadKind.CONCURRENCY, 20);

        assertThat(phase.capacity()).isEqualTo(rates().capacity());
        assertThat(loadColumn(phase)).containsExactly("load", "10 req/s", "20 req/s", "30 req/s", "20 concurrent");
        assertThat(new PhaseFindings(phase, "").sentences())
                .anySatisfy(sentence ->
                        assertThat(sentence).startsWith("baseline holds less than 20 concurrent within the SLO."));
    }
}
