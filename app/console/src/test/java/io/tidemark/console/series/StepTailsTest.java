package io.tidemark.console.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.WindowRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StepTailsTest {
    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");

    @Test
    void aStepGivesWayToTheNext() {
        List<WindowRow> kept = StepTails.removed(
                List.of(window(0, 1), window(0, 2), window(0, 3), window(0, 4), window(1, 3), window(1, 5)));

        assertThat(kept).extracting(WindowRow::step).containsExactly(0, 0, 1, 1);
        assertThat(kept)
                .extracting(WindowRow::end)
                .containsExactly(
                        START.plusSeconds(1), START.plusSeconds(2), START.plusSeconds(3), START.plusSeconds(5));
    }

    @Test
    void severalTargetsOfOneStepStay() {
        assertThat(StepTails.removed(List.of(window(2, 1), window(2, 1)))).hasSize(2);
    }

    private static WindowRow window(int step, int second) {
        return new WindowRow(
                step,
                "gpu",
                Metric.TTFT,
                10,
                START.plusSeconds(second),
                Finality.FINAL,
                1,
                OptionalLong.of(1),
                OptionalLong.of(1),
                OptionalLong.of(1),
                OptionalLong.of(1),
                OptionalLong.of(1),
                1,
                0,
                1,
                0,
                Map.of(),
                OptionalLong.empty());
    }
}
