package io.tidemark.reports.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.Verdict;
import io.tidemark.events.VerdictBasis;
import io.tidemark.reports.model.SampleReport;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.step.BudgetRow;
import io.tidemark.sinks.store.read.step.BudgetRow.BurnRow;
import io.tidemark.sinks.store.read.step.JudgementRow;
import io.tidemark.sinks.store.read.step.JudgementsRow;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ObjectiveFormatTest {
    private static final long MINUTE = 60_000_000_000L;
    private static final BurnRow FIRING = new BurnRow("page 14.4x over 2m/10s", ObjectiveStanding.FIRING, 22.31, 41.2);
    private static final BurnRow QUIET = new BurnRow("ticket 1x over 2h24m/12m", ObjectiveStanding.OK, 0.4, 0.1);

    private static String description(double left, BurnRow... burns) {
        return ObjectiveFormat.budget(new BudgetRow(OptionalDouble.of(left), List.of(burns)));
    }

    @Test
    void whereNoBudgetIsKeptNothingIsSaid() {
        assertThat(ObjectiveFormat.budget(BudgetRow.NONE)).isEmpty();
    }

    @Test
    void whatIsLeftIsSaidWithTheRulesThatFired() {
        assertThat(description(0.71, FIRING, QUIET))
                .isEqualTo("; error budget: 71 % left, page 14.4x over 2m/10s was burning at 22.3x");
        assertThat(description(1, QUIET)).isEqualTo("; error budget: 100 % left");
    }

    @Test
    void whatIsMissingIsSaidInMinutesAndInWhatRequestsCountAs() {
        JudgementRow open = judgement(OptionalDouble.of(52), OptionalLong.of(MINUTE * 40), "");

        assertThat(ObjectiveFormat.needed(objective(OptionalDouble.of(700e6), open)))
                .isEqualTo("1,500 dependent requests count as 52 independent ones; about 40 min more would decide");
    }

    @Test
    void whereBlocksAreMissingTheRequestsAloneStandBesideItAndTheLongRunHasNoInterval() {
        JudgementRow few =
                judgement(OptionalDouble.empty(), OptionalLong.of(MINUTE * 11), "too few blocks: 4 of 1 min, 6 needed");
        ObjectiveRow objective = objective(OptionalDouble.empty(), few);

        assertThat(ObjectiveFormat.needed(objective))
                .isEqualTo(
                        "too few blocks: 4 of 1 min, 6 needed; a decision takes at least 11 min more. For these requests only: PASS, 95 % CI"
                                + " 700 ms to 900 ms");
        assertThat(ObjectiveFormat.observed(objective))
                .isEqualTo("ttft_due p99 < 1000ms: 849 ms, 3 of 1,500 requests bad");
    }

    @Test
    void aVerdictThatIsWithheldHasItsReasonAndNoNumberOfRequests() {
        JudgementRow withheld = judgement(OptionalDouble.empty(), OptionalLong.empty(), "answers came at once: 9 of 9");
        ObjectiveRow open = objective(OptionalDouble.empty(), withheld);

        assertThat(ObjectiveFormat.needed(on(VerdictBasis.SUSTAINED, open, withheld)))
                .isEqualTo("answers came at once: 9 of 9");
        assertThat(ObjectiveFormat.needed(on(VerdictBasis.SHORT_RUN, open, withheld)))
                .isEqualTo("answers came at once: 9 of 9");
    }

    @Test
    void whereNoAnswerHasTheMetricThatIsTheReasonAndNotTheShareOfBadRequests() {
        assertThat(ObjectiveFormat.needed(SampleReport.withoutValues(Metric.ITL, JudgementsRow.NONE)))
                .isEqualTo("each answer came in one chunk, so ITL is not known");
        assertThat(ObjectiveFormat.needed(SampleReport.withoutValues(Metric.TPOT, JudgementsRow.NONE)))
                .isEqualTo("each answer has one token or was not streamed, so TPOT is not known");
        assertThat(ObjectiveFormat.needed(SampleReport.withoutValues(Metric.E2E, JudgementsRow.NONE)))
                .isEqualTo("no request has a value");
    }

    @Test
    void whereAnswersCameInOneChunkBlocksAreNotTheReasonButAFactOfTheStepIs() {
        JudgementRow few =
                judgement(OptionalDouble.empty(), OptionalLong.of(MINUTE * 11), "too few blocks: 0 of 1 min, 6 needed");
        JudgementRow open = judgement(OptionalDouble.empty(), OptionalLong.empty(), "");
        JudgementRow held = judgement(OptionalDouble.empty(), OptionalLong.empty(), "answers came at once: 9 of 9");

        assertThat(ObjectiveFormat.needed(SampleReport.withoutValues(Metric.ITL, sustained(few, open))))
                .isEqualTo("each answer came in one chunk, so ITL is not known");
        assertThat(ObjectiveFormat.needed(SampleReport.withoutValues(Metric.ITL, sustained(held, held))))
                .isEqualTo("answers came at once: 9 of 9");
    }

    private static JudgementsRow sustained(JudgementRow sustained, JudgementRow shortRun) {
        return new JudgementsRow(VerdictBasis.SUSTAINED, Optional.of(sustained), Optional.of(shortRun));
    }

    private static ObjectiveRow on(VerdictBasis basis, ObjectiveRow row, JudgementRow both) {
        return new ObjectiveRow(
                row.objective(),
                row.kind(),
                row.metric(),
                row.quantile(),
                row.limit(),
                row.verdict(),
                row.value(),
                row.low(),
                row.high(),
                row.count(),
                row.bad(),
                row.neededRequests(),
                row.basis(),
                row.standing(),
                row.budget(),
                new JudgementsRow(basis, Optional.of(both), Optional.of(both)));
    }

    private static JudgementRow judgement(OptionalDouble effectiveCount, OptionalLong neededNanos, String why) {
        return new JudgementRow(
                Verdict.INCONCLUSIVE,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                new JudgementRow.Worth(
                        effectiveCount, OptionalDouble.empty(), OptionalLong.of(9), OptionalLong.of(MINUTE)),
                OptionalLong.empty(),
                neededNanos,
                why);
    }

    private static ObjectiveRow objective(OptionalDouble low, JudgementRow sustained) {
        JudgementRow alone = new JudgementRow(
                Verdict.PASS,
                OptionalDouble.of(700e6),
                OptionalDouble.of(900e6),
                JudgementRow.Worth.UNKNOWN,
                OptionalLong.empty(),
                OptionalLong.empty(),
                "");
        return new ObjectiveRow(
                "ttft_due p99 < 1000ms",
                ObjectiveKind.QUANTILE,
                Optional.of(Metric.TTFT_DUE),
                0.99,
                1e9,
                Verdict.INCONCLUSIVE,
                OptionalDouble.of(849e6),
                low,
                OptionalDouble.empty(),
                1_500,
                3,
                OptionalLong.empty(),
                "",
                ObjectiveStanding.OK,
                BudgetRow.NONE,
                new JudgementsRow(VerdictBasis.SUSTAINED, Optional.of(sustained), Optional.of(alone)));
    }

    @Test
    void withoutARequestNothingIsBeyondALimitAndWithoutAnIntervalNoneIsTold() {
        assertThat(ObjectiveFormat.observed(shortRun(0, OptionalDouble.empty())))
                .isEqualTo("ttft_due p99 < 1000ms: no request to judge");
        assertThat(ObjectiveFormat.observed(shortRun(10, OptionalDouble.of(849e6))))
                .isEqualTo("ttft_due p99 < 1000ms: 849 ms, 0 of 10 requests bad");
    }

    @Test
    void whatTheLastWindowLacksIsSaid() {
        OptionalDouble value = OptionalDouble.of(849e6);

        assertThat(ObjectiveFormat.observed(shortRun(10, value, ObjectiveStanding.INSUFFICIENT_DATA)))
                .endsWith("0 of 10 requests bad, too few requests in its window at the end");
        assertThat(ObjectiveFormat.observed(shortRun(10, value, ObjectiveStanding.IN_DOUBT)))
                .endsWith("0 of 10 requests bad, too many requests in doubt in its window at the end");
    }

    @Test
    void anIntervalWithoutAnUpperEndSaysSoInWords() {
        JudgementRow open = judgement(OptionalDouble.of(6), OptionalLong.empty(), "");

        assertThat(ObjectiveFormat.observed(objective(OptionalDouble.of(700e6), open)))
                .isEqualTo("ttft_due p99 < 1000ms: 849 ms, 95 % CI 700 ms or more, 3 of 1,500 requests bad");
    }

    /** The store keeps the share of bad requests: 36 %, of 32.4 % to 39.6 %. */
    @Test
    void goodRequestsAreCountedAsTheObjectiveCountsThem() {
        ObjectiveRow good =
                SampleReport.share("good(ttft <= 1s) >= 90%", ObjectiveKind.GOOD_RATIO, Verdict.FAIL, 0.36, 0.1);

        assertThat(ObjectiveFormat.observed(good))
                .isEqualTo("good(ttft <= 1s) >= 90%: 64 %, 95 % CI 60.4 % to 67.6 %, 108 of 300 requests bad");
        assertThat(ObjectiveFormat.subject(good)).isEqualTo("good");
    }

    @Test
    void anObjectiveOnErrorsIsCalledAsInThePlan() {
        assertThat(ObjectiveFormat.subject(
                        SampleReport.share("errors < 5%", ObjectiveKind.ERROR_RATIO, Verdict.FAIL, 0.14, 0.05)))
                .isEqualTo("errors");
    }

    private static ObjectiveRow shortRun(long count, OptionalDouble value) {
        return shortRun(count, value, ObjectiveStanding.OK);
    }

    private static ObjectiveRow shortRun(long count, OptionalDouble value, ObjectiveStanding standing) {
        return new ObjectiveRow(
                "ttft_due p99 < 1000ms",
                ObjectiveKind.QUANTILE,
                Optional.of(Metric.TTFT_DUE),
                0.99,
                1e9,
                Verdict.INCONCLUSIVE,
                value,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                count,
                0,
                OptionalLong.empty(),
                "",
                standing,
                BudgetRow.NONE,
                JudgementsRow.NONE);
    }

    @Test
    void aBudgetThatIsSpentSaysHowManyTimesOver() {
        assertThat(description(0)).isEqualTo("; error budget: 0 % left");
        // two and a half budgets are gone, of one
        assertThat(description(-1.5)).isEqualTo("; error budget: spent 2.5 times over");
    }
}
