package io.tidemark.reports.section;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.RunStatus;
import io.tidemark.events.Verdict;
import io.tidemark.events.VerdictBasis;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Note;
import io.tidemark.reports.model.ReportedMetric;
import io.tidemark.reports.model.SampleReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.reports.section.StepTable.EffectiveSampleSize;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.step.BudgetRow;
import io.tidemark.sinks.store.read.step.JudgementRow;
import io.tidemark.sinks.store.read.step.JudgementsRow;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** 310 requests that count as 52 independent ones in the long run. */
class EffectiveSampleSizeTest {
    private static ObjectiveRow objective(VerdictBasis verdictOn, double effectiveCount) {
        JudgementRow sustained = new JudgementRow(
                Verdict.INCONCLUSIVE,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                new JudgementRow.Worth(
                        OptionalDouble.of(effectiveCount),
                        OptionalDouble.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty()),
                OptionalLong.empty(),
                OptionalLong.empty(),
                "");
        return new ObjectiveRow(
                "ttft_due p95 < 500ms",
                ObjectiveKind.QUANTILE,
                Optional.of(Metric.TTFT_DUE),
                0.95,
                5e8,
                Verdict.PASS,
                OptionalDouble.of(1e8),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                310,
                0,
                OptionalLong.empty(),
                "",
                ObjectiveStanding.OK,
                BudgetRow.NONE,
                new JudgementsRow(verdictOn, Optional.of(sustained), Optional.empty()));
    }

    @Test
    void aSustainedVerdictShowsAsHowManyTheRequestsCount() {
        assertThat(EffectiveSampleSize.format(
                        List.of(objective(VerdictBasis.SUSTAINED, 51.7), objective(VerdictBasis.SUSTAINED, 80))))
                .isEqualTo(" (52)");
    }

    /** 300 latencies around 100 ms; the verdict is on the long run. */
    private static Cell cell(Verdict verdict, OptionalDouble low, String reason) {
        JudgementRow sustained = new JudgementRow(
                verdict,
                low,
                OptionalDouble.empty(),
                JudgementRow.Worth.UNKNOWN,
                OptionalLong.empty(),
                OptionalLong.empty(),
                reason);
        return cell(0, 0.95, verdict, sustained);
    }

    private static Cell cell(int step, double quantile, Verdict verdict, JudgementRow sustained) {
        StepReport sample =
                SampleReport.run("baseline", 28, RunStatus.ENDED).steps().get(step);
        ObjectiveRow objective = new ObjectiveRow(
                "ttft_due",
                ObjectiveKind.QUANTILE,
                Optional.of(Metric.TTFT_DUE),
                quantile,
                5e8,
                verdict,
                OptionalDouble.of(1e8),
                sustained.low(),
                sustained.high(),
                300,
                0,
                OptionalLong.empty(),
                "",
                ObjectiveStanding.OK,
                BudgetRow.NONE,
                new JudgementsRow(VerdictBasis.SUSTAINED, Optional.of(sustained), Optional.empty()));
        return EffectiveSampleSize.cell(
                SampleReport.withObjectives(sample, objective),
                new ReportedMetric(Metric.TTFT_DUE, quantile, OptionalLong.empty()));
    }

    @Test
    void anIntervalOfTheseRequestsOnlyIsMarkedAndTheMarkExplained() {
        Cell cell = cell(Verdict.INCONCLUSIVE, OptionalDouble.empty(), "too few blocks");

        assertThat(cell.text()).endsWith(") *");
        assertThat(cell.notes()).extracting(Note::mark).containsExactly("*");
    }

    /** p99 of 300 answers and 4 failures is the 301st of them. */
    @Test
    void whatHasNoIntervalHasNoMark() {
        JudgementRow few = new JudgementRow(
                Verdict.INCONCLUSIVE,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                JudgementRow.Worth.UNKNOWN,
                OptionalLong.empty(),
                OptionalLong.empty(),
                "too few blocks");
        Cell cell = cell(3, 0.99, Verdict.INCONCLUSIVE, few);

        assertThat(cell.text()).isEqualTo("not reached: too many errors");
        assertThat(cell.notes()).isEmpty();
    }

    @Test
    void aPassBesideAnIntervalWithoutAnUpperEndSaysByWhichRule() {
        Cell cell = cell(Verdict.PASS, OptionalDouble.of(9e7), "clear of the limit");

        assertThat(cell.text()).endsWith("-unbounded)");
        assertThat(cell.notes()).extracting(Note::mark).containsExactly("unbounded", "pass beside unbounded");
        assertThat(cell.notes().get(1).meaning()).isEqualTo("clear of the limit");
    }

    @Test
    void aShortRunVerdictRestsOnAllRequestsAndShowsNoOtherNumber() {
        assertThat(EffectiveSampleSize.format(List.of(objective(VerdictBasis.SHORT_RUN, 1))))
                .isEmpty();
    }
}
