package io.tidemark.reports.section;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.Verdict;
import io.tidemark.events.VerdictBasis;
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

    @Test
    void aShortRunVerdictRestsOnAllRequestsAndShowsNoOtherNumber() {
        assertThat(EffectiveSampleSize.format(List.of(objective(VerdictBasis.SHORT_RUN, 1))))
                .isEmpty();
    }
}
