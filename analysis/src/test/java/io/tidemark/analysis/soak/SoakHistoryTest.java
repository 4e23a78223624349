package io.tidemark.analysis.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Soaks of segments of ten minutes with 600 requests each, by hand. */
final class SoakHistoryTest {
    private static final long MINUTE = 60_000_000L;
    private static final long SEGMENT = 10 * MINUTE;
    private static final long REQUESTS = 600;
    private static final double GIB = 1L << 30;

    private final List<SoakVerdict> verdicts = new ArrayList<>();
    private final List<SoakEpisode> ended = new ArrayList<>();
    private SoakHistory history = SoakHistory.begin(false, segment(0, 100, 0, 0));

    @Test
    void anHourIsTheMergedSketchOfItsSegments() {
        for (int number = 0; number < 3; number++) {
            add(segment(number, 100, 0, 0));
        }
        for (int number = 3; number < 6; number++) {
            add(segment(number, 200, 0, 0));
        }

        SoakPeriod hour = verdicts.get(0).period();
        assertThat(verdicts).hasSize(1);
        assertThat(verdicts.get(0).standing()).isEqualTo(SoakStanding.REFERENCE);
        assertThat(hour.index()).isZero();
        assertThat(hour.counts()).isEqualTo(new SoakCounts(3600, 3600, 0, 360_000));
        // 1,800 values of 100 ms and 1,800 of 200 ms, to half a slot of 2.2 %
        assertThat(hour.figure(SoakMeasure.TTFT_DUE_P50).orElseThrow()).isCloseTo(100e6, within(2.2e6));
        assertThat(hour.figure(SoakMeasure.TTFT_DUE_P95).orElseThrow()).isCloseTo(200e6, within(4.4e6));
        // 360,000 tokens in 3,600 s
        assertThat(hour.figure(SoakMeasure.OUTPUT_TOKENS)).hasValue(100);
        assertThat(hour.parts()).extracting(SoakPart::segment).containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void whatFactsOfASegmentLeaveUnknownIsNotFollowed() {
        SoakSegment wrongUsage = flagged(FigureDoubt.USAGE_CONTRADICTED.sentence(600, 600));
        assertThat(wrongUsage.sketches()).containsOnlyKeys(Metric.TTFT_DUE);
        assertThat(flagged(FigureDoubt.UNREAD_OUTPUT.sentence(600, 600)).sketches())
                .as("E2E does not stand in for a first token that is not known")
                .isEmpty();
        assertThat(flagged(FigureDoubt.HELD_BACK.sentence(1, 600)).sketches())
                .containsOnlyKeys(Metric.TTFT_DUE, Metric.TPOT);

        add(wrongUsage);
        for (int number = 1; number < 6; number++) {
            add(segment(number, 100, 0, 0));
        }
        SoakPeriod hour = verdicts.get(0).period();
        assertThat(hour.figure(SoakMeasure.OUTPUT_TOKENS))
                .as("five of six segments are no throughput of the hour")
                .isEmpty();
        assertThat(hour.figure(SoakMeasure.TTFT_DUE_P50)).isPresent();
    }

    private static SoakSegment flagged(String flag) {
        LogHistogram values = new LogHistogram();
        values.add(100_000_000L, REQUESTS);
        return SoakSegment.of(
                0,
                new SoakSegment.Span(Instant.EPOCH, Instant.EPOCH.plusSeconds(600)),
                new SoakCounts(REQUESTS, REQUESTS, 0, 60_000),
                Map.of(Metric.TTFT_DUE, values, Metric.TPOT, values, Metric.E2E, values),
                new SoakSegment.Server(Map.of(), List.of(flag)));
    }

    @Test
    void aSteadySoakIsSteady() {
        hours(0, 6, 100, 0);
        assertThat(verdicts)
                .extracting(SoakVerdict::standing)
                .containsExactly(
                        SoakStanding.REFERENCE,
                        SoakStanding.STEADY,
                        SoakStanding.STEADY,
                        SoakStanding.STEADY,
                        SoakStanding.STEADY,
                        SoakStanding.STEADY);
    }

    @Test
    void aStepOfLatencyIsADriftThatBeganInItsSegmentAndEndsAfterTwoHoursWithout() {
        hours(0, 5, 100, 0);
        add(segment(30, 100, 0, 0));
        add(segment(31, 100, 0, 0));
        for (int number = 32; number < 36; number++) {
            add(segment(number, 150, 0, 0));
        }
        hours(6, 8, 150, 0);

        SoakVerdict hour = verdicts.get(6);
        assertThat(hour.standing()).isEqualTo(SoakStanding.DRIFTED);
        SoakFinding finding = hour.findings().get(0);
        assertThat(finding.kind()).isEqualTo(SoakFindingKind.LATENCY_DRIFT);
        assertThat(finding.measure()).isEqualTo(SoakMeasure.TTFT_DUE_P50);
        assertThat(finding.change()).isCloseTo(0.5, within(0.03));
        assertThat(finding.low()).isPositive();
        assertThat(finding.periods()).isEqualTo(4);
        SoakOnset onset = history.episodes().get(0).onset().orElseThrow();
        assertThat(onset.segment()).isEqualTo(32);
        assertThat(onset.fromMicros()).isEqualTo(320 * MINUTE);
        assertThat(onset.before()).isCloseTo(100e6, within(2.2e6));
        assertThat(onset.after()).isCloseTo(150e6, within(3.3e6));

        hours(8, 9, 100, 0);
        assertThat(ended).isEmpty();
        hours(9, 10, 100, 0);
        assertThat(ended).extracting(SoakEpisode::firstIndex).containsOnly(5);
        assertThat(ended).extracting(SoakEpisode::lastIndex).containsOnly(7);
        assertThat(history.episodes()).isEmpty();
    }

    @Test
    void anEpisodeLastsWhileItsFigureIsNotBackEvenIfAnHourDoesNotProveIt() {
        history = SoakHistory.begin(true, slow(0, 1000));
        for (int number = 0; number < 54; number++) {
            add(slow(number, number < 30 ? 1000 : number < 36 ? 800 : 945));
        }
        // 5.5 % below the first hours matters, but the ninth look's interval reaches 5.9 %: t of 1 - 0.0005 / 90 / 2
        // with 45 degrees, times 1.15 %
        assertThat(verdicts.get(5).standing()).isEqualTo(SoakStanding.DEGRADED);
        assertThat(verdicts.get(8).standing()).isEqualTo(SoakStanding.STEADY);
        assertThat(ended).isEmpty();
        assertThat(history.episodes()).hasSize(1);
        for (int number = 54; number < 66; number++) {
            add(slow(number, 980));
        }
        assertThat(ended).hasSize(1);
        assertThat(history.episodes()).isEmpty();
    }

    @Test
    void aLatencyThatFellIsADriftAndNotWorse() {
        hours(0, 3, 100, 0);
        hours(3, 4, 70, 0);
        assertThat(verdicts.get(3).standing()).isEqualTo(SoakStanding.DRIFTED);
        assertThat(verdicts.get(3).findings()).noneMatch(SoakFinding::isWorse);
    }

    @Test
    void emptyAnswersAndLostRequestsDegradeAnHour() {
        hours(0, 3, 100, 0);
        hours(3, 4, 100, 30);

        SoakVerdict hour = verdicts.get(3);
        assertThat(hour.standing()).isEqualTo(SoakStanding.DEGRADED);
        assertThat(hour.findings())
                .extracting(SoakFinding::kind)
                .containsExactly(SoakFindingKind.COMPLETION_LOSS, SoakFindingKind.SILENT_EMPTY);
        // 30 of 600 in each of six segments
        assertThat(hour.findings().get(1).value()).isEqualTo(0.05);
        assertThat(hour.findings().get(1).low()).isBetween(0.03, 0.05);
        assertThat(hour.findings().get(1).high()).isBetween(0.05, 0.07);
    }

    @Test
    void fourEmptyAnswersOfThousandsAreNoFinding() {
        hours(0, 1, 100, 0);
        for (int number = 6; number < 12; number++) {
            add(segment(number, 100, number < 10 ? 1 : 0, 0));
        }
        // 4 of 3,600 are 0.11 %: more than the 0.1 % that are allowed, but not surely
        assertThat(verdicts.get(1).standing()).isEqualTo(SoakStanding.STEADY);
    }

    @Test
    void aRestartDegradesItsHourAndTellsItsSegment() {
        hours(0, 1, 100, 0);
        for (int number = 6; number < 12; number++) {
            add(segment(number, 100, 0, number == 8 ? 2 : 0));
        }
        assertThat(verdicts.get(1).standing()).isEqualTo(SoakStanding.DEGRADED);
        assertThat(verdicts.get(1).period().restarts())
                .containsExactly(new SoakRestart(8, 80 * MINUTE, 90 * MINUTE, 2));
        assertThat(verdicts.get(1).findings())
                .extracting(SoakFinding::kind)
                .containsExactly(SoakFindingKind.SERVER_RESTART);
    }

    @Test
    void throughputIsJudgedWhereTheNumberInFlightIsFixed() {
        history = SoakHistory.begin(true, slow(0, 100));
        for (int number = 0; number < 24; number++) {
            add(slow(number, number < 18 ? 100 : 80));
        }
        SoakFinding finding = verdicts.get(3).findings().get(0);
        assertThat(finding.kind()).isEqualTo(SoakFindingKind.THROUGHPUT_LOSS);
        assertThat(finding.before()).isCloseTo(100, within(1e-9));
        assertThat(finding.value()).isCloseTo(80, within(1e-9));
        assertThat(finding.change()).isCloseTo(-0.2, within(1e-9));
    }

    @Test
    void memoryThatGrowsByAPercentAnHourIsToldAfterSixHours() {
        for (int number = 0; number < 48; number++) {
            add(withMemory(number, 4 * GIB * (1 + 0.01 * number / 6.0)));
        }
        List<SoakVerdict> found = verdicts.stream()
                .filter(verdict -> !verdict.findings().isEmpty())
                .toList();
        assertThat(found.get(0).period().index()).isEqualTo(5);
        SoakFinding finding = found.get(0).findings().get(0);
        assertThat(finding.kind()).isEqualTo(SoakFindingKind.MEMORY_GROWTH);
        assertThat(finding.slopePerHour()).isCloseTo(0.04 * GIB, within(1.0));
        assertThat(finding.low()).isCloseTo(0.04 * GIB, within(1.0));
    }

    @Test
    void segmentsOfAnHourThatIsOverAndAnOlderStateOfOneChangeNothingTwice() {
        hours(0, 1, 100, 0);
        SoakHistory before = history;
        add(segment(3, 500, 0, 0));
        assertThat(history).isSameAs(before);
        add(segment(6, 500, 0, 0));
        add(segment(6, 100, 0, 0));
        assertThat(history.open()).hasSize(1);
    }

    @Test
    void anHourWithAMissingSegmentEndsWhenTheNextOneBegins() {
        add(segment(0, 100, 0, 0));
        add(segment(2, 100, 0, 0));
        add(segment(5, 100, 0, 0));
        assertThat(verdicts).isEmpty();
        add(segment(6, 100, 0, 0));
        assertThat(verdicts).hasSize(1);
        assertThat(verdicts.get(0).period().counts().due()).isEqualTo(1800);
    }

    @Test
    void lessThanHalfAnHourAtTheEndHasNoVerdict() {
        hours(0, 2, 100, 0);
        add(segment(12, 100, 0, 0));
        add(segment(13, 100, 0, 0));
        assertThat(history.end().verdicts()).isEmpty();
        add(segment(14, 100, 0, 0));
        assertThat(history.end().verdicts()).hasSize(1);
    }

    @Test
    void aDayIsJudgedByItsHoursAndWhatIsKeptIsBounded() {
        hours(0, 24 * 13, 100, 0);
        List<SoakVerdict> days = verdicts.stream()
                .filter(verdict -> verdict.period().level() == SoakLevel.DAY)
                .toList();
        assertThat(days).hasSize(13);
        assertThat(days.get(12).period().counts().due()).isEqualTo(24 * 6 * REQUESTS);
        assertThat(days.get(12).period().parts()).hasSize(24);
        assertThat(days.get(12).standing()).isEqualTo(SoakStanding.STEADY);
        assertThat(history.hours()).hasSize(27);
        assertThat(history.hours().get(3).index()).isEqualTo(24 * 13 - 24);
        assertThat(history.days()).hasSize(10);
        assertThat(history.today()).isEmpty();
        assertThat(history.open()).isEmpty();
    }

    @Test
    void looksSpendTheFalseAlarmsOfAFigureAndNoMore() {
        // 1 % over hours and days, over ten figures: 0.05 % each; the first look has half of that
        assertThat(FalseAlarmBudget.ofLook(1)).isCloseTo(0.00025, within(1e-12));
        assertThat(FalseAlarmBudget.ofLook(24)).isCloseTo(0.0005 / 600, within(1e-15));
        double spent = 0;
        for (int look = 1; look <= 720; look++) {
            spent += FalseAlarmBudget.ofLook(look);
        }
        assertThat(spent).isCloseTo(0.0005 * 720 / 721, within(1e-12));
        assertThatThrownBy(() -> FalseAlarmBudget.ofLook(0)).hasMessageContaining("was 0");
    }

    @Test
    void theIntervalOfAShareIsThatOfClopperAndPearson() {
        // no event in 10: the upper end solves (1 - p)^10 = 0.025
        CountInterval none = CountInterval.of(0, 10, 0.05);
        assertThat(none.low()).isZero();
        assertThat(none.high()).isCloseTo(1 - Math.pow(0.025, 0.1), within(1e-9));
        assertThat(CountInterval.of(10, 10, 0.05).low()).isCloseTo(Math.pow(0.025, 0.1), within(1e-9));
    }

    @Test
    void memoryThatStaysOrJumpsOnceDoesNotGrow() {
        assertThat(MemoryTrend.of(new double[] {1, 1, 1, 1, 1, 1, 9}, 0.01)
                        .orElseThrow()
                        .perHour())
                .isZero();
        assertThat(MemoryTrend.of(new double[] {1, 2, 3, 4, 5}, 0.01)).isEmpty();
    }

    private void hours(int from, int until, double millis, long empty) {
        for (int number = 6 * from; number < 6 * until; number++) {
            add(segment(number, millis, empty, 0));
        }
    }

    private void add(SoakSegment segment) {
        SoakHistory.Progress progress = history.with(segment);
        history = progress.history();
        verdicts.addAll(progress.verdicts());
        ended.addAll(progress.ended());
    }

    private static SoakSegment segment(int number, double millis, long empty, long restarts) {
        LogHistogram ttft = new LogHistogram();
        ttft.add(Math.round(millis * 1e6), REQUESTS - empty);
        return new SoakSegment(
                number,
                number * SEGMENT,
                (number + 1) * SEGMENT,
                new SoakCounts(REQUESTS, REQUESTS - empty, empty, 60_000),
                Map.of(Metric.TTFT_DUE, ttft.encode()),
                Map.of(),
                restarts);
    }

    private static SoakSegment slow(int number, long tokensPerSecond) {
        return new SoakSegment(
                number,
                number * SEGMENT,
                (number + 1) * SEGMENT,
                new SoakCounts(REQUESTS, REQUESTS, 0, 600 * tokensPerSecond),
                Map.of(),
                Map.of(),
                0);
    }

    private static SoakSegment withMemory(int number, double bytes) {
        return new SoakSegment(
                number,
                number * SEGMENT,
                (number + 1) * SEGMENT,
                new SoakCounts(REQUESTS, REQUESTS, 0, 60_000),
                Map.of(),
                Map.of(SoakMeasure.PROCESS_MEMORY, bytes),
                0);
    }
}
