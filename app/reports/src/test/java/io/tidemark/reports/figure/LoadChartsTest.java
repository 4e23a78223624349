package io.tidemark.reports.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.RunStatus;
import io.tidemark.events.Verdict;
import io.tidemark.reports.chart.Chart.Curve;
import io.tidemark.reports.chart.Chart.LimitLine;
import io.tidemark.reports.chart.Chart.Panel;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.SampleReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A phase at 10, 20, 30 and 60 req/s; its latencies fail from 30 on. */
class LoadChartsTest {
    private static final RunReport RUN = SampleReport.run("baseline", 28, RunStatus.ENDED);

    private static LoadCharts charts(UnaryOperator<StepReport> change) {
        RunReport changed =
                SampleReport.withSteps(RUN, RUN.steps().stream().map(change).toList());
        return new LoadCharts(
                new ReportModel("x", SampleReport.START, List.of(new PhaseReport("baseline", List.of(changed)))));
    }

    /** Fails from 20 req/s on. */
    private static StepReport with(StepReport step, ObjectiveKind kind) {
        ObjectiveRow row = SampleReport.share(
                "share", kind, step.load() < 20 ? Verdict.PASS : Verdict.FAIL, step.load() / 100, 0.15);
        return SampleReport.withObjectives(step, row);
    }

    private static Block.Figure first(LoadCharts charts) {
        return charts.first().orElseThrow();
    }

    private static List<String> others(LoadCharts charts) {
        return charts.blocks().stream()
                .filter(Block.Figure.class::isInstance)
                .map(block -> ((Block.Figure) block).chart().name())
                .toList();
    }

    @Test
    void theFirstChartIsOfErrorsWhereTheyBreakTheSlo() {
        LoadCharts charts = charts(step -> with(step, ObjectiveKind.ERROR_RATIO));

        assertThat(first(charts).chart().title()).isEqualTo("Errors against load");
        Panel panel = first(charts).chart().panels().get(0);
        assertThat(panel.curves())
                .flatExtracting(Curve::points)
                .extracting("y")
                .containsExactly(10.0, 20.0, 30.0, 60.0);
        assertThat(panel.limits()).extracting(LimitLine::label).containsExactly("SLO 15 %");
        assertThat(first(charts).data().rows().get(1))
                .extracting("text")
                .containsExactly("baseline", "20 req/s", "300", "20 %", "18 % to 22 %");
        assertThat(others(charts)).contains("ttft-due-by-load").doesNotContain("errors-by-load");
    }

    @Test
    void theFirstChartIsOfGoodRequestsWhereTheyAreTooFew() {
        LoadCharts charts = charts(step -> with(step, ObjectiveKind.GOOD_RATIO));

        assertThat(first(charts).chart().name()).isEqualTo("good-by-load");
        Panel panel = first(charts).chart().panels().get(0);
        assertThat(panel.curves())
                .flatExtracting(Curve::points)
                .extracting("y")
                .containsExactly(90.0, 80.0, 70.0, 40.0);
        assertThat(panel.limits()).extracting(LimitLine::label).containsExactly("SLO 85 %");
    }

    @Test
    void aLatencyThatBreaksAtTheSameLoadComesFirstAndErrorsBehindIt() {
        LoadCharts charts = charts(step -> SampleReport.withObjectives(
                step,
                step.result().objectives().get(0),
                SampleReport.share(
                        "errors < 15%",
                        ObjectiveKind.ERROR_RATIO,
                        step.load() < 30 ? Verdict.PASS : Verdict.FAIL,
                        step.load() / 100,
                        0.15)));

        assertThat(first(charts).chart().name()).isEqualTo("ttft-due-by-load");
        assertThat(others(charts)).contains("errors-by-load").doesNotContain("ttft-due-by-load");
    }

    @Test
    void withoutAnErrorThatBreaksThereIsNoChartOfThem() {
        assertThat(first(charts(step -> step)).chart().name()).isEqualTo("ttft-due-by-load");
        assertThat(others(charts(step -> step))).doesNotContain("errors-by-load", "good-by-load");
    }

    /** As in the table of steps. */
    @Test
    void whatIsNotKnownIsNotDrawn() {
        String doubt = FigureDoubt.HELD_BACK.sentence(60, 60);

        LoadCharts one = charts(step -> step.load() < 20 ? SampleReport.withFlags(step, List.of(doubt)) : step);
        assertThat(others(one)).contains("tpot-by-load");
        assertThat(tpot(one).data().rows().get(0)).extracting("text").endsWith("not known");
        assertThat(others(charts(step -> SampleReport.withFlags(step, List.of(doubt)))))
                .contains("e2e-by-load")
                .doesNotContain("tpot-by-load");
    }

    private static Block.Figure tpot(LoadCharts charts) {
        return charts.blocks().stream()
                .filter(Block.Figure.class::isInstance)
                .map(Block.Figure.class::cast)
                .filter(figure -> figure.chart().name().equals("tpot-by-load"))
                .findFirst()
                .orElseThrow();
    }
}
