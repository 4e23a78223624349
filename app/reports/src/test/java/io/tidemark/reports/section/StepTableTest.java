package io.tidemark.reports.section;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.RunStatus;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.SampleReport;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.step.JudgementsRow;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A phase whose step of 20 req/s needs more requests to be decided. */
final class StepTableTest {
    private static final String INCONCLUSIVE = "INCONCLUSIVE: ";

    @Test
    void aFigureOfWhichNothingCanBeSaidIsNotKnown() {
        Block.Table held = table(FigureDoubt.HELD_BACK.sentence(60, 60));
        assertThat(cells(held, "tpot")).isNotEmpty().containsOnly("not known");
        assertThat(cells(held, "ttft")).isNotEmpty().doesNotContain("not known");

        Block.Table few = table(FigureDoubt.HELD_BACK.sentence(1, 60));
        assertThat(cells(few, "tpot")).isNotEmpty().doesNotContain("not known");
    }

    @Test
    void tokensThatWereCountedWrongGiveNoRate() {
        assertThat(cells(table(FigureDoubt.USAGE_CONTRADICTED.sentence(60, 60)), "tok/s"))
                .isNotEmpty()
                .containsOnly("not known");
        assertThat(cells(table(FigureDoubt.ESTIMATE_CONTRADICTED.sentence(60, 60)), "tok/s"))
                .containsOnly("not known");
        assertThat(cells(table(FigureDoubt.HELD_BACK.sentence(60, 60)), "tok/s"))
                .doesNotContain("not known");
    }

    @Test
    void noNumberOfRequestsDecidesWhatIsNotKnown() {
        assertThat(cells(table(""), "verdict")).anyMatch(verdict -> verdict.startsWith(INCONCLUSIVE + "needs "));
        assertThat(cells(table(FigureDoubt.UNREAD_OUTPUT.sentence(60, 60)), "verdict"))
                .noneMatch(verdict -> verdict.contains("needs "))
                .anyMatch(verdict -> verdict.startsWith(INCONCLUSIVE) && verdict.endsWith(" not known"));
    }

    /** The objective of good requests has a limit on TPOT. */
    @Test
    void aShareThatRestsOnAFigureThatIsNotKnownIsNotKnownEither() {
        RunReport run = SampleReport.withGoodRatio(
                SampleReport.run("baseline", 28, RunStatus.ENDED), FigureDoubt.HELD_BACK.sentence(60, 60));
        PhaseReport phase = new PhaseReport("baseline", List.of(run));
        ReportModel model = new ReportModel("x", SampleReport.START, List.of(phase));

        assertThat(cells(new StepTable(model).block(), "verdict")).containsOnly("INCONCLUSIVE: good not known");
        assertThat(new PhaseFindings(phase, "").sentences())
                .filteredOn(sentence -> sentence.contains("INCONCLUSIVE"))
                .hasSameSizeAs(run.steps())
                .allSatisfy(sentence ->
                        assertThat(sentence).contains("is INCONCLUSIVE: good(tpot <= 20ms) >= 90%: not known; "));
    }

    @Test
    void aLatencyThatNoAnswerHasIsNotKnownAndTheReasonIsThatOfItsAnswers() {
        RunReport run = SampleReport.run("baseline", 28, RunStatus.ENDED);
        RunReport unmeasured = SampleReport.withSteps(
                run,
                run.steps().stream()
                        .map(step -> SampleReport.withObjectives(
                                step, SampleReport.withoutValues(Metric.ITL, JudgementsRow.NONE)))
                        .toList());
        PhaseReport phase = new PhaseReport("baseline", List.of(unmeasured));
        ReportModel model = new ReportModel("x", SampleReport.START, List.of(phase));

        assertThat(cells(new StepTable(model).block(), "verdict")).containsOnly("INCONCLUSIVE: itl p95 not known");
        assertThat(new PhaseFindings(phase, "").sentences())
                .filteredOn(sentence -> sentence.contains("INCONCLUSIVE"))
                .hasSameSizeAs(run.steps())
                .allSatisfy(sentence ->
                        assertThat(sentence).contains("itl p95 < 60ms: not known; each answer came in one chunk"));
    }

    private static Block.Table table(String flag) {
        RunReport report = SampleReport.run("baseline", 28, RunStatus.ENDED);
        RunReport flagged = SampleReport.withSteps(
                report,
                report.steps().stream()
                        .map(step -> SampleReport.withFlags(step, List.of(flag)))
                        .toList());
        return new StepTable(new ReportModel(
                        "x", SampleReport.START, List.of(new PhaseReport("baseline", List.of(flagged)))))
                .block();
    }

    /** Of the columns whose names begin so. */
    private static List<String> cells(Block.Table table, String column) {
        return IntStream.range(0, table.columns().size())
                .filter(i -> table.columns().get(i).name().startsWith(column))
                .boxed()
                .flatMap(i -> table.rows().stream().map(row -> row.get(i)))
                .map(Cell::text)
                .toList();
    }
}
