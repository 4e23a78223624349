package io.tidemark.analysis.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.analysis.designeffect.DueCell;
import io.tidemark.analysis.designeffect.DueCells;
import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveJudgement;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One request a second that takes a second; its TTFT is the scenario's. The limit is 200 ms. */
class SustainedJudgeTest {
    private static final long MILLIS = 1_000_000;
    private static final long MINUTE = 60_000 * MILLIS;
    private static final long LIMIT = 200 * MILLIS;
    private static final String CRITERION = "ttft<=200ms";
    /** A multiple of a minute, so that minutes are whole. */
    private static final long START = 60L * 28_000_000;

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    @Test
    void twoMinutesOfAHealthyServerPass() {
        // 360 requests; their latencies go round every seven, so no ten seconds differ from any other.
        ObjectiveJudgement judged = quantile(0.95, cells(120, second -> 100 + second % 7, 3));

        assertThat(judged.getVerdict()).isEqualTo(Verdict.PASS);
        assertThat(judged.getReason()).isEmpty();
        assertThat(judged.getBlocks()).isEqualTo(12);
        assertThat(judged.getBlockNanos()).isEqualTo(10_000 * MILLIS);
        assertThat(judged.getEffectiveCount()).isGreaterThan(72);
    }

    @Test
    void aDeadServerFailsWithinAMinute() {
        // 40 of 40 bad in 40 s; as if each of the two whole states of 15 s were one request: 0.05^2 = 0.25 %
        DueCells cells = new DueCells();
        for (int second = 0; second < 40; second++) {
            DueCell cell = cells.cell(START + second).orElseThrow();
            cell.add(1, 1);
            cell.addBad(CRITERION, 1);
        }

        ObjectiveJudgement judged = new SustainedJudge(cells)
                .quantile(
                        ttftUnder(0.95),
                        new SustainedJudge.Counted(40, 40, cells.bad(CRITERION)),
                        RankedValues.of(cells.merged(Metric.TTFT)),
                        40);

        assertThat(judged.getVerdict()).isEqualTo(Verdict.FAIL);
        assertThat(judged.getReason()).isEqualTo("even if all requests within 15 s count as one");
        assertThat(judged.getEffectiveCount()).isEqualTo(2, within(1e-9));
    }

    @Test
    void thirtySecondsAreTooFewToPassAndItIsSaidHowManyMoreItTakes() {
        ObjectiveJudgement judged = quantile(0.95, cells(30, second -> 100 + second % 7));

        assertThat(judged.getVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judged.getReason()).isEqualTo("too few blocks: 3 of 10 s, 6 needed");
        // 72 requests without a bad one pass at the least, and come in 72 s
        assertThat(judged.getNeededRequests()).isEqualTo(72);
        assertThat(judged.getNeededNanos()).isEqualTo(42_000 * MILLIS);
        assertThat(judged.getLow()).isNull();
        assertThat(judged.getHigh()).isNull();
    }

    @Test
    void statesOfFifteenSecondsThatDifferAreNotPassedInTwoMinutes() {
        // Within the limit, but every second state is 60 ms slower: 120 requests tell as much as a few of them would.
        ObjectiveJudgement judged =
                quantile(0.95, cells(120, second -> 100 + second % 7 + (second / 15 % 2 == 0 ? 0 : 60)));

        assertThat(judged.getVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judged.getDesignEffect()).isGreaterThan(5);
    }

    @Test
    void aSteadyHalfHourWithinTheLimitPasses() {
        // Of each minute the same five requests are the slowest: blocks are all alike, requests count in full.
        ObjectiveJudgement judged = quantile(0.95, cells(30 * 60, second -> 100 + second % 60));

        assertThat(judged.getVerdict()).isEqualTo(Verdict.PASS);
        assertThat(judged.getEffectiveCount()).isEqualTo(1_800);
        assertThat(judged.getBlocks()).isEqualTo(30);
        assertThat(judged.getBlockNanos()).isEqualTo(MINUTE);
        assertThat(judged.getReason()).isEmpty();
    }

    @Test
    void badRequestsThatComeTogetherCountAsFew() {
        // All of minute 7 and nothing else: 60 of 1,800 are bad, 3.3 % of 5 % allowed.
        ObjectiveJudgement judged =
                quantile(0.95, cells(30 * 60, second -> second / 60 == 7 ? 400 : 100 + second % 60));

        assertThat(judged.getVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judged.getDesignEffect()).isGreaterThan(50);
        assertThat(judged.getEffectiveCount()).isLessThan(36);
        assertThat(judged.getNeededNanos()).isGreaterThan(30 * MINUTE);
    }

    @Test
    void shortBlocksAreAsLongAsHalfOfTheAnswersTake() {
        DueCells cells = cells(30 * 60, second -> 100 + second % 60);
        cells.cells().values().forEach(cell -> cell.sketch(Metric.E2E).add(100_000 * MILLIS, 1_000));

        ObjectiveJudgement judged = quantile(0.95, cells);

        // 100 s at p50: 1,800 s hold 18 of these, and no 20 of 2 x 100 s.
        assertThat(judged.getBlockNanos()).isEqualTo(100_000 * MILLIS);
        assertThat(judged.getBlocks()).isEqualTo(18);
    }

    @Test
    void overloadFailsInTwoMinutes() {
        // The queue grows by half a second each second.
        ObjectiveJudgement judged = quantile(0.95, cells(2 * 60, second -> 100 + 500L * second));

        assertThat(judged.getVerdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void overloadFailsThoughItsAnswersTakeMinutes() {
        DueCells cells = cells(8 * 60, second -> 100 + 500L * second);
        cells.cells().values().forEach(cell -> cell.sketch(Metric.E2E).add(120_000 * MILLIS, 1_000));

        ObjectiveJudgement judged = quantile(0.95, cells);

        assertThat(judged.getVerdict()).isEqualTo(Verdict.FAIL);
        assertThat(judged.getReason()).isEqualTo("more bad requests than chance explains, over 8 blocks of 1 min");
    }

    @Test
    void whatStillRisesDoesNotPass() {
        // From 50 ms to 140 ms within half an hour: under the limit, but not for long.
        ObjectiveJudgement judged = quantile(0.95, cells(30 * 60, second -> 50 + second / 20));

        assertThat(judged.getVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judged.getReason()).startsWith("mean ttft rose by ").endsWith("the step had not settled");
    }

    @Test
    void aShareIsJudgedOnEffectiveCountsToo() {
        DueCells cells = cells(30 * 60, second -> 100 + second % 60);
        ObjectiveState errors = ObjectiveState.newBuilder(ttftUnder(0.95))
                .setKind(ObjectiveKind.ERROR_RATIO)
                .setMaxBadRatio(0.01)
                .build();

        ObjectiveJudgement judged =
                new SustainedJudge(cells).ratio(errors, new SustainedJudge.Counted(1_800, 0, cells.failed()));

        // E2E is the same for all: nothing varies, so each of 30 minutes counts once. 1 - 0.025^(1/30) = 11.6 %
        assertThat(judged.getVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judged.getLow()).isZero();
        assertThat(judged.getHigh()).isEqualTo(0.1157, within(1e-4));
    }

    @Test
    void errorsFarBeyondTheirLimitFailThoughAnswersTakeHalfOfTheStep() {
        // 25 of 100 in each cell of 10 s, answers of 90 s: 9 blocks of 20 s that do not differ, so 1,800 requests count
        // as 900
        ObjectiveJudgement judged = errors(90, second -> 90, second -> 25);

        assertThat(judged.getVerdict()).isEqualTo(Verdict.FAIL);
        assertThat(judged.getReason())
                .isEqualTo("far beyond the limit over 9 blocks of 20 s, with twice the dependence that these show");
        // Clopper and Pearson's interval of 225 of 900
        assertThat(judged.getLow()).isEqualTo(0.2220, within(1e-4));
        assertThat(judged.getHigh()).isEqualTo(0.2796, within(1e-4));
    }

    @Test
    void errorsOfAServerThatFallsBehindFailThoughTheyBeganLate() {
        // As the first tutorial at 50 req/s: the queue grows from 50 s to 120 s, where the client's time runs out; from
        // then on 65 % are errors.
        ObjectiveJudgement judged =
                errors(90, second -> Math.min(120, 50 + 70L * second / 120), second -> second < 120 ? 0 : 65);

        assertThat(judged.getVerdict()).isEqualTo(Verdict.FAIL);
        assertThat(judged.getReason()).startsWith("mean e2e rose by ").endsWith("so errors become no fewer");
        // Clopper and Pearson's lower end of 390 of 1,800
        assertThat(judged.getLow()).isEqualTo(0.1978, within(1e-4));
        assertThat(judged.getHigh()).isEqualTo(1);
    }

    @Test
    void errorsThatComeInOneBurstAreNotFarBeyondTheirLimitAndHaveAnInterval() {
        ObjectiveJudgement judged = errors(90, second -> 90, second -> second >= 120 && second < 170 ? 90 : 0);

        assertThat(judged.getVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judged.getReason()).isEqualTo("too few blocks: 2 of 1 min 30 s, 6 needed");
        // 1.9 states of 90 s, a quarter of them bad
        assertThat(judged.getLow()).isBetween(0.0, 0.05);
        assertThat(judged.getHigh()).isBetween(0.5, 1.0);
    }

    @Test
    void errorsThatEndedInTheFirstHalfDoNotFailTheLongRun() {
        assertThat(errors(90, second -> 90, second -> second < 60 ? 100 : 0).getVerdict())
                .isEqualTo(Verdict.INCONCLUSIVE);
    }

    /** Three minutes, 100 requests in each cell of 10 s, fewer than 5 % errors wanted. */
    private static ObjectiveJudgement errors(
            int medianSeconds, IntToLongFunction e2eSeconds, IntToLongFunction badPerCell) {
        ObjectiveState fewerThanFivePercent = ObjectiveState.newBuilder(ttftUnder(0.95))
                .setKind(ObjectiveKind.ERROR_RATIO)
                .setMaxBadRatio(0.05)
                .build();
        DueCells cells = new DueCells();
        for (int second = 0; second < 180; second += 10) {
            DueCell cell = cells.cell(START + second).orElseThrow();
            long bad = badPerCell.applyAsLong(second);
            cell.add(100, bad);
            cell.sketch(Metric.E2E).add(e2eSeconds.applyAsLong(second) * 1_000 * MILLIS, 100 - bad);
        }
        assertThat(cells.merged(Metric.E2E).quantile(0.5) / 1e9).isCloseTo(medianSeconds, withinPercentage(20));
        return new SustainedJudge(cells)
                .ratio(
                        fewerThanFivePercent,
                        new SustainedJudge.Counted(1_800, cells.failed().bad(), cells.failed()));
    }

    private static ObjectiveJudgement quantile(double q, DueCells cells) {
        long bad = cells.bad(CRITERION).bad();
        return new SustainedJudge(cells)
                .quantile(
                        ttftUnder(q),
                        new SustainedJudge.Counted(cells.due(), bad, cells.bad(CRITERION)),
                        RankedValues.of(cells.merged(Metric.TTFT)),
                        0);
    }

    private static ObjectiveState ttftUnder(double q) {
        return ObjectiveState.newBuilder()
                .setName("ttft < 200ms")
                .setKind(ObjectiveKind.QUANTILE)
                .setMetric(MetricName.TTFT)
                .setQuantile(q)
                .setLimitNanos(LIMIT)
                .build();
    }

    private static DueCells cells(int seconds, IntToLongFunction ttftMillis) {
        return cells(seconds, ttftMillis, 1);
    }

    private static DueCells cells(int seconds, IntToLongFunction ttftMillis, int aSecond) {
        DueCells cells = new DueCells();
        for (int request = 0; request < seconds * aSecond; request++) {
            long ttft = ttftMillis.applyAsLong(request / aSecond) * MILLIS;
            DueCell cell = cells.cell(START + request / aSecond).orElseThrow();
            cell.add(1, 0);
            cell.addBad(CRITERION, ttft > LIMIT ? 1 : 0);
            cell.sketch(Metric.TTFT).add(ttft);
            cell.sketch(Metric.E2E).add(1_000 * MILLIS);
        }
        return cells;
    }
}
