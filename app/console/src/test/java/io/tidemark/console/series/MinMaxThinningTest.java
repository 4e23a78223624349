package io.tidemark.console.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.Finality;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.WindowRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MinMaxThinningTest {
    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");
    private static final long MILLIS = 1_000_000;

    @Test
    void aSpikeOfOneWindowInADayIsKept() {
        List<WindowRow> day = seconds(86_400, 100);
        day.set(54_321, window(54_321, OptionalLong.of(9_000 * MILLIS)));
        day.set(12_345, window(12_345, OptionalLong.of(1 * MILLIS)));

        MinMaxThinning thinned = MinMaxThinning.of(day, 1_000);

        assertThat(thinned.total()).isEqualTo(86_400);
        assertThat(thinned.kept())
                .hasSizeLessThanOrEqualTo(1_000)
                .contains(START, START.plusSeconds(86_399), START.plusSeconds(54_321), START.plusSeconds(12_345))
                .isSorted();
    }

    @Test
    void fewWindowsAreAllKept() {
        MinMaxThinning thinned = MinMaxThinning.of(seconds(10, 100), 10);

        assertThat(thinned.kept()).hasSize(10);
        // one a second, and three may be missing
        assertThat(thinned.gap()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void aGapIsLongerThanTheDistanceOfThinnedWindows() {
        List<WindowRow> windows = seconds(2_000, 100);
        windows.subList(800, 1_200).clear();

        MinMaxThinning thinned = MinMaxThinning.of(windows, 100);

        List<Duration> distances = new ArrayList<>();
        for (int i = 1; i < thinned.kept().size(); i++) {
            distances.add(
                    Duration.between(thinned.kept().get(i - 1), thinned.kept().get(i)));
        }
        assertThat(distances.stream().filter(distance -> distance.compareTo(thinned.gap()) > 0))
                .hasSize(1);
    }

    @Test
    void windowsWithoutValuesAreNotMistakenForSmallOnes() {
        List<WindowRow> windows = seconds(100, 100);
        windows.set(50, window(50, OptionalLong.empty()));

        assertThat(MinMaxThinning.of(windows, 20).kept()).contains(START.plusSeconds(50));
    }

    @Test
    void nothingIsThinnedToNothing() {
        MinMaxThinning thinned = MinMaxThinning.of(List.of(), 10);

        assertThat(thinned.kept()).isEmpty();
        assertThat(thinned.gap()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void thereMustBeRoomForTheEndsAndTheExtremes() {
        assertThatThrownBy(() -> MinMaxThinning.of(List.of(), 3)).hasMessage("points must be at least 4 but was 3");
    }

    private static List<WindowRow> seconds(int count, long p99Millis) {
        return new ArrayList<>(IntStream.range(0, count)
                .mapToObj(second -> window(second, OptionalLong.of(p99Millis * MILLIS)))
                .toList());
    }

    private static WindowRow window(int second, OptionalLong p99) {
        return new WindowRow(
                0,
                "gpu",
                Metric.TTFT,
                10,
                START.plusSeconds(second),
                Finality.FINAL,
                p99.isPresent() ? 20 : 0,
                p99,
                p99,
                p99,
                p99,
                p99,
                20,
                0,
                100,
                4,
                Map.of(),
                OptionalLong.empty());
    }
}
