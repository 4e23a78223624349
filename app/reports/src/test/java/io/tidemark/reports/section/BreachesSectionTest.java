package io.tidemark.reports.section;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.RunStatus;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.SampleReport;
import io.tidemark.sinks.store.read.BreachRow;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BreachesSectionTest {
    /** At its worst 36 % of the requests were bad. */
    @Test
    void theWorstShareOfGoodRequestsIsOfGoodOnes() {
        RunReport run = SampleReport.withGoodRatio(SampleReport.run("baseline", 28, RunStatus.ENDED), "");
        RunReport breached = SampleReport.withBreaches(
                run, List.of(of(run.breaches().get(0), run.slo().get(0).name(), 0.36)));

        Block.Table table = (Block.Table) BreachesSection.blocks(new ReportModel(
                        "x", SampleReport.START, List.of(new PhaseReport("baseline", List.of(breached)))))
                .get(0);
        int worst = table.columns().stream().map(Block.Column::name).toList().indexOf("worst");
        assertThat(table.rows()).extracting(row -> row.get(worst)).containsExactly(Cell.of("64 %"));
    }

    private static BreachRow of(BreachRow like, String objective, double worst) {
        return new BreachRow(
                like.breach(),
                like.run(),
                like.step(),
                like.target(),
                like.requestClass(),
                objective,
                Optional.empty(),
                like.state(),
                like.evidence(),
                like.opened(),
                like.updated(),
                like.closed(),
                0.1,
                worst,
                worst,
                like.count(),
                like.windowSeconds(),
                List.of(),
                like.remarks());
    }
}
