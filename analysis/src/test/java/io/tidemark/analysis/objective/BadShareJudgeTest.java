package io.tidemark.analysis.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.events.Verdict;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadShareJudgeTest {

    @ParameterizedTest
    @CsvSource({
        // bad, n, allowed, verdict
        "0, 300, 0.01, INCONCLUSIVE", // 0.99^300 = 4.9 % > 2.5 %
        "0, 367, 0.01, INCONCLUSIVE", // 0.99^367 = 2.501 %
        "0, 368, 0.01, PASS", // 0.99^368 = 2.476 %
        "1, 700, 0.01, PASS", // 0.99^700 (1 + 700/99) = 0.7 %
        "2, 700, 0.01, INCONCLUSIVE", // 2.9 %
        "7, 300, 0.01, INCONCLUSIVE", // P(X >= 7) = 3.3 %
        "8, 300, 0.01, FAIL", // P(X >= 8) = 1.1 %
        "0, 71, 0.05, INCONCLUSIVE", // 0.95^71 = 2.6 %
        "0, 72, 0.05, PASS", // 0.95^72 = 2.489 %
        "300, 300, 0.99, INCONCLUSIVE", // 0.99^300 = 4.9 %: even all bad can be chance
    })
    void theVerdictIsOneSidedAt97AndAHalfPercent(long bad, long n, double allowed, Verdict verdict) {
        assertThat(BadShareJudge.judge(bad, n, allowed).verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({
        // bad, n, low, high: closed forms 1 - 0.025^(1/n) at the ends; 5 of 10 from Clopper and Pearson's table
        "0, 10, 0, 0.308497",
        "10, 10, 0.691503, 1",
        "5, 10, 0.187086, 0.812914",
        "0, 300, 0, 0.012221",
    })
    void theIntervalIsClopperAndPearsons(long bad, long n, double low, double high) {
        BadShareJudgement judged = BadShareJudge.judge(bad, n, 0.5);

        assertThat(judged.lowShare()).isCloseTo(low, within(1e-6));
        assertThat(judged.highShare()).isCloseTo(high, within(1e-6));
    }

    @Test
    void withoutABadRequestThreeHundredNeedSixtyEightMoreForP99() {
        assertThat(BadShareJudge.judge(0, 300, 0.01).neededRequests()).hasValue(368);
    }

    @Test
    void theRequestsNeededDoDecide() {
        BadShareJudgement judged = BadShareJudge.judge(12, 300, 0.05);

        long needed = judged.neededRequests().orElseThrow();

        // 4 % against 5 %: a normal approximation gives 1.96^2 * 0.04 * 0.96 / 0.01^2 = 1,475; the exact test asks for
        // more.
        assertThat(judged.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(needed).isBetween(1_475L, 2_100L);
        assertThat(BadShareJudge.judge((long) Math.floor(needed * 0.04), needed, 0.05)
                        .verdict())
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void aShareAtTheAllowedOneIsNeverDecided() {
        assertThat(BadShareJudge.judge(15, 300, 0.05).neededRequests()).isEmpty();
    }

    @Test
    void aShareAlmostAtTheAllowedOneNeedsMoreThanIsWorthNaming() {
        assertThat(BadShareJudge.judge(50_001, 1_000_000, 0.05).neededRequests())
                .isEmpty();
    }

    @Test
    void withoutRequestsNothingIsKnown() {
        assertThat(BadShareJudge.judge(0, 0, 0.05))
                .isEqualTo(new BadShareJudgement(Verdict.INCONCLUSIVE, Double.NaN, 0, 1, OptionalLong.empty()));
    }

    @Test
    void refusesCountsAndSharesThatCannotBe() {
        assertThatThrownBy(() -> BadShareJudge.judge(3, 2, 0.05)).hasMessage("bad must be in [0, n = 2] but was 3");
        assertThatThrownBy(() -> BadShareJudge.judge(0, 2, 5)).hasMessage("allowedShare must be in [0, 1] but was 5.0");
    }

    @ParameterizedTest
    @CsvSource({"300, 0.05, 1", "300, 0.01, 2", "1000, 0.05, 3", "100, 0.2, 4"})
    void theIntervalHoldsTheTruthInNineteenOfTwentySteps(int n, double truth, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int held = 0;
        int trials = 2_000;
        for (int trial = 0; trial < trials; trial++) {
            BadShareJudgement judged = BadShareJudge.judge(badOf(n, truth, random), n, truth);
            held += judged.lowShare() <= truth && truth <= judged.highShare() ? 1 : 0;
        }

        // At least 95 % by construction; 2,000 trials have a standard error of 0.5 %.
        assertThat((double) held / trials).isGreaterThan(0.935);
    }

    @ParameterizedTest
    @CsvSource({"300, 0.05, 1", "700, 0.01, 2"})
    void aPhaseExactlyAtTheLimitPassesInAtMostOneStepOfForty(int n, double limit, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int passed = 0;
        int trials = 4_000;
        for (int trial = 0; trial < trials; trial++) {
            passed += BadShareJudge.judge(badOf(n, limit, random), n, limit).verdict() == Verdict.PASS ? 1 : 0;
        }

        assertThat((double) passed / trials).isLessThan(0.033);
    }

    private static int badOf(int n, double share, SplittableRandom random) {
        int bad = 0;
        for (int i = 0; i < n; i++) {
            bad += random.nextDouble() < share ? 1 : 0;
        }
        return bad;
    }

    @Test
    void whatChanceShowsOftenEnoughExceedsNothing() {
        // 120 requests at 1 %: P(3 or more) = 11.9 %, P(4 or more) = 3.3 %, P(5 or more) = 0.74 %
        assertThat(BadShareJudge.exceeds(3, 120, 0.01, 0.05)).isFalse();
        assertThat(BadShareJudge.exceeds(4, 120, 0.01, 0.05)).isTrue();
        assertThat(BadShareJudge.exceeds(4, 120, 0.01, 0.01)).isFalse();
        assertThat(BadShareJudge.exceeds(5, 120, 0.01, 0.01)).isTrue();
    }

    @Test
    void allBadOfAFewMayBeChanceToo() {
        assertThat(BadShareJudge.exceeds(6, 6, 0.5, 0.01)).isFalse(); // 1/64
        assertThat(BadShareJudge.exceeds(7, 7, 0.5, 0.01)).isTrue(); // 1/128
        assertThat(BadShareJudge.exceeds(0, 0, 0.5, 0.01)).isFalse();
        assertThat(BadShareJudge.exceeds(1, 1_000_000, 0, 0.01)).isTrue(); // none is allowed
    }
}
