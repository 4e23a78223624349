package io.tidemark.analysis.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.analysis.designeffect.BlockCounts;
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
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.LongStream;
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
        assertThat(judged.getWhy()).isEmpty();
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
        assertThat(judged.getWhy()).isEqualTo("even if all requests within 15 s count as one");
        assertThat(judged.getEffectiveCount()).isEqualTo(2, within(1e-9));
    }

    @Test
    void thirtySecondsAreTooFewToPassAndItIsSaidHowManyMoreItTakes() {
        ObjectiveJudgement judged = quantile(0.95, cells(30, second -> 100 + second % 7));

        assertThat(judged.getVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judged.getWhy()).isEqualTo("too few blocks: 3 of 10 s, 6 needed");
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
        assertThat(judged.getWhy()).isEmpty();
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
        assertThat(judged.getWhy()).isEqualTo("more bad requests than chance explains, over 8 blocks of 60 s");
    }

    @Test
    void whatStillRisesDoesNotPass() {
        // From 50 ms to 140 ms within half an hour: under the limit, but not for long.
        ObjectiveJudgement judged = quantile(0.95, cells(30 * 60, second -> 50 + second / 20));

        assertThat(judged.getVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judged.getWhy()).startsWith("mean ttft rose by ").endsWith("the step had not settled");
    }

    @Test
    void aShareIsJudgedOnEffectiveCountsToo() {
        DueCells cells = cells(30 * 60, second -> 100 + second % 60);
        ObjectiveState errors = ObjectiveState.newBuilder(ttftUnder(0.95))
                .setKind(ObjectiveKind.ERROR_RATIO)
                .setMaxBadRatio(0.01)
                .build();

        ObjectiveJudgement judged =
                new SustainedJudge(cells).ratio(errors, new SustainedJudge.Counted(1_800, 0, cells.notOk()));

        // E2E is the same for all: nothing varies, so each of 30 minutes counts once. 1 - 0.025^(1/30) = 11.6 %
        assertThat(judged.getVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judged.getLow()).isZero();
        assertThat(judged.getHigh()).isEqualTo(0.1157, within(1e-4));
    }

    @Test
    void errorsFarBeyondTheirLimitFailThoughTheStepHasFewMinutes() {
        // Three minutes, 25 of 100 requests fail in each cell of 10 s: nine blocks of 20 s. 0.25 * 0.025^(1/9) = 16.6
        // %.
        // E2E falls on the way, so effective counts decide nothing.
        long[] due = LongStream.generate(() -> 100).limit(18).toArray();
        ObjectiveJudgement judged =
                errors(due, LongStream.generate(() -> 25).limit(18).toArray());
        assertThat(judged.getVerdict()).isEqualTo(Verdict.FAIL);
        assertThat(judged.getWhy()).isEqualTo("far beyond the limit in each of 9 blocks of 20 s");
        assertThat(judged.getLow()).isEqualTo(0.1659, within(1e-4));
        assertThat(judged.getHigh()).isEqualTo(0.5022, within(1e-4));
    }

    @Test
    void errorsThatComeInOneBurstAreNotFarBeyondTheirLimit() {
        long[] due = LongStream.generate(() -> 100).limit(18).toArray();
        long[] burst = new long[18];
        Arrays.fill(burst, 0, 5, 90);
        assertThat(errors(due, burst).getVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    private static ObjectiveJudgement errors(long[] due, long[] bad) {
        ObjectiveState fewerThanFivePercent = ObjectiveState.newBuilder(ttftUnder(0.95))
                .setKind(ObjectiveKind.ERROR_RATIO)
                .setMaxBadRatio(0.05)
                .build();
        BlockCounts perCell = new BlockCounts(10_000 * MILLIS, due, bad);
        DueCells cells = cells(180, second -> 100 + second, 10);
        long e2eSeconds = 18;
        for (DueCell cell : cells.cells().values()) {
            cell.sketch(Metric.E2E).add(e2eSeconds-- * 1_000 * MILLIS, 100);
        }
        return new SustainedJudge(cells)
                .ratio(fewerThanFivePercent, new SustainedJudge.Counted(1_800, perCell.bad(), perCell));
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
