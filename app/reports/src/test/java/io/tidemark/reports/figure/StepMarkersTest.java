package io.tidemark.reports.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.reports.chart.Chart.LimitLine;
import io.tidemark.reports.chart.Chart.LimitLine.Direction;
import io.tidemark.reports.figure.RunTimelineChart.StepMarkers;
import io.tidemark.reports.figure.RunTimelineChart.StepMarkers.Mark;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A plot is 1,000 pixels wide; "16 req/s" takes 8 x 6.2 + 8 = 57.6 of them. */
class StepMarkersTest {
    @Test
    void labelsOfLongStepsStandInOneRow() {
        List<LimitLine> marks = StepMarkers.of(100, List.of(new Mark(0, "8 req/s"), new Mark(50, "16 req/s")));

        assertThat(marks)
                .containsExactly(
                        new LimitLine(0, "8 req/s", Direction.UP, 0), new LimitLine(50, "16 req/s", Direction.UP, 0));
        assertThat(StepMarkers.rows(marks)).isEqualTo(1);
    }

    @Test
    void labelsOfShortStepsGoIntoFurtherRows() {
        List<LimitLine> marks = StepMarkers.of(
                100, List.of(new Mark(10, "16 req/s"), new Mark(13, "32 req/s"), new Mark(16, "64 req/s")));

        assertThat(marks).extracting(LimitLine::labelRow).containsExactly(0, 1, 0);
        assertThat(StepMarkers.rows(marks)).isEqualTo(2);
    }

    @Test
    void theLastOnesStandBeforeTheirLine() {
        assertThat(StepMarkers.of(100, List.of(new Mark(97, "16 req/s"))))
                .containsExactly(new LimitLine(97, "16 req/s", Direction.UP_LABEL_BEFORE, 0));
    }

    @Test
    void whereThereIsNoRoomThereIsTheLineAlone() {
        List<Mark> crowd = IntStream.range(0, 6)
                .mapToObj(i -> new Mark(10 + i * 0.1, "16 req/s"))
                .toList();

        List<LimitLine> marks = StepMarkers.of(100, crowd);

        assertThat(marks)
                .extracting(LimitLine::label)
                .containsExactly("16 req/s", "16 req/s", "16 req/s", "16 req/s", "", "");
        assertThat(marks).hasSize(6);
    }
}
