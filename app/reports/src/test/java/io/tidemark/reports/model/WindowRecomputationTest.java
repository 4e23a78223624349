package io.tidemark.reports.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.events.Finality;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.SketchRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WindowRecomputationTest {
    private static final Instant TEN = Instant.parse("2026-11-20T10:00:00Z");

    private static SketchRow row(int step, int fromMinute, Duration length, long millis) {
        LogHistogram sketch = new LogHistogram();
        sketch.add(millis * 1_000_000);
        Instant start = TEN.plus(Duration.ofMinutes(fromMinute));
        return new SketchRow(
                step, "gpu", start, start.plus(length), millis == 999 ? Finality.INCOMPLETE : Finality.FINAL, sketch);
    }

    private static SketchRow minute(int from, long millis) {
        return row(0, from, Duration.ofMinutes(1), millis);
    }

    private static SketchRow hour(int from, long millis) {
        return row(0, from, Duration.ofHours(1), millis);
    }

    private static WindowRecomputation every(Duration every, SketchRow... rows) {
        WindowRecomputation windows = new WindowRecomputation(Optional.of(every));
        List.of(rows).forEach(windows::sketch);
        return windows;
    }

    private static long minutesAfterTen(Instant at) {
        return Duration.between(TEN, at).toMinutes();
    }

    private static Object[] shown(RecomputedWindow window) {
        return new Object[] {
            minutesAfterTen(window.start()),
            minutesAfterTen(window.end()),
            window.sketch().count(),
            window.sketch().sum() / 1_000_000
        };
    }

    @Test
    void minutesMergeToWindowsThatBeginAtMultiplesOfTheirLength() {
        WindowRecomputation windows = every(
                Duration.ofMinutes(5), minute(3, 10), minute(4, 20), minute(5, 30), minute(8, 999), minute(20, 50));
        assertThat(windows.windows())
                .extracting(WindowRecomputationTest::shown)
                .containsExactly(new Object[] {3L, 5L, 2L, 30L}, new Object[] {5L, 9L, 2L, 1_029L}, new Object[] {
                    20L, 21L, 1L, 50L
                });
        assertThat(windows.windows())
                .extracting(RecomputedWindow::finality)
                .containsExactly(Finality.FINAL, Finality.INCOMPLETE, Finality.FINAL);
    }

    @Test
    void anHourWithoutItsMinutesIsAWindowOfItsOwnAmongShorterOnes() {
        WindowRecomputation windows =
                every(Duration.ofMinutes(30), hour(-60, 10), minute(0, 20), minute(29, 30), minute(30, 40));
        assertThat(windows.windows())
                .extracting(WindowRecomputationTest::shown)
                .containsExactly(new Object[] {-60L, 0L, 1L, 10L}, new Object[] {0L, 30L, 2L, 50L}, new Object[] {
                    30L, 31L, 1L, 40L
                });
        assertThat(windows.hoursWithoutMinutes()).isOne();
    }

    @Test
    void hoursAndMinutesMergeToHoursAndDays() {
        WindowRecomputation windows =
                every(Duration.ofDays(1), hour(0, 10), minute(60, 20), hour(13 * 60, 30), hour(14 * 60, 40));
        assertThat(windows.windows())
                .extracting(WindowRecomputationTest::shown)
                .as("the next day (UTC) begins 14 hours after ten")
                .containsExactly(new Object[] {0L, 840L, 3L, 60L}, new Object[] {840L, 900L, 1L, 40L});
        assertThat(windows.hoursWithoutMinutes()).isZero();
    }

    @Test
    void withoutALengthAllOfAStepAndTargetIsOne() {
        WindowRecomputation windows = new WindowRecomputation(Optional.empty());
        List.of(minute(0, 10), hour(60, 20), row(1, 0, Duration.ofMinutes(1), 30))
                .forEach(windows::sketch);
        assertThat(windows.windows())
                .extracting(RecomputedWindow::step, window -> window.sketch().count())
                .containsExactly(tuple(0, 2L), tuple(1, 1L));
        assertThat(new WindowRecomputation(Optional.empty()).windows()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT30S", "PT7M", "PT90M", "PT90S", "PT0S"})
    void whatWouldCutMinutesOrHoursIsRefused(Duration every) {
        assertThatThrownBy(() -> new WindowRecomputation(Optional.of(every)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be minutes that divide an hour")
                .hasMessageContaining("but was " + ValueText.duration(every));
    }
}
