package io.tidemark.streams.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.LoadKind;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Soaks of a day, 144 segments of TTFT, TPOT and E2E: how many are called changed at any time though they are not, or are when they are. */
@Tag("long")
final class LongSegmentFalseAlarmsTest {
    private static final int SOAKS = 200;
    private static final int SEGMENTS = 144;
    private static final int CHANGED = 72;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @BeforeAll
    static void trustEvents() {
        TrustedEventClasses.trust();
    }

    @Test
    void fewSteadySoaksOfADayAreCalledChanged() {
        double share = share(1, 0, SEGMENTS);
        System.out.printf("%d steady soaks of %d segments: %.1f %% with any alarm%n", SOAKS, SEGMENTS, 100 * share);
        assertThat(share).isLessThanOrEqualTo(0.07);
    }

    @Test
    void mostSoaksThatBecomeSlowerByAFifthAreCalledRegressedWithinFourSegments() {
        double share = share(1.2, CHANGED, CHANGED + 4);
        System.out.printf("%d soaks slower by 20 %%: %.1f %% told within 4 segments%n", SOAKS, 100 * share);
        assertThat(share).isGreaterThanOrEqualTo(0.85);
    }

    /** Share of soaks with an alarm at a segment from {@code from} to before {@code until}. */
    private static double share(double factor, int from, int until) {
        return IntStream.range(0, SOAKS)
                        .filter(soak -> alarms(segments(soak, factor, until), from))
                        .count()
                / (double) SOAKS;
    }

    private static boolean alarms(List<StepResult> segments, int from) {
        return IntStream.range(from, segments.size())
                .mapToObj(newest -> SegmentComparisons.of(
                        segments.subList(Math.max(0, newest + 1 - RegressionsProcessor.MAX_SEGMENTS), newest + 1)))
                .flatMap(comparison -> comparison.stream())
                .anyMatch(RandomResults::isAlarm);
    }

    private static List<StepResult> segments(int soak, double factor, int count) {
        Random random = new Random(soak);
        List<StepResult> segments = new ArrayList<>();
        for (int segment = 0; segment < count; segment++) {
            double slower = (segment < CHANGED ? 1 : factor) * Math.exp(0.03 * random.nextGaussian());
            segments.add(StepResult.newBuilder()
                    .setRun("r")
                    .setStep(0)
                    .setSegment(segment)
                    .setExperiment("soak")
                    .setPhase("soak")
                    .setWorkloadHash("w")
                    .setLoadKind(LoadKind.RATE)
                    .setLoad(4)
                    .setMeasureFrom(START.plusSeconds(600L * segment))
                    .setDue(0)
                    .setSent(0)
                    .setOk(0)
                    .setMetrics(RandomResults.metrics(slower, random))
                    .build());
        }
        return segments;
    }
}
