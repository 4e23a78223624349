package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.report.StepMarks.Mark;
import io.tidemark.app.report.chart.Limit;
import io.tidemark.app.report.chart.Limit.Direction;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A plot is 1,000 pixels wide; "16 req/s" takes 8 x 6.2 + 8 = 57.6 of them. */
class StepMarksTest {
    @Test
    void labelsOfLongStepsStandInOneRow() {
        List<Limit> marks = StepMarks.of(100, List.of(new Mark(0, "8 req/s"), new Mark(50, "16 req/s")));

        assertThat(marks)
                .containsExactly(new Limit(0, "8 req/s", Direction.UP, 0), new Limit(50, "16 req/s", Direction.UP, 0));
        assertThat(StepMarks.rows(marks)).isEqualTo(1);
    }

    @Test
    void labelsOfShortStepsGoIntoFurtherRows() {
        List<Limit> marks = StepMarks.of(
                100, List.of(new Mark(10, "16 req/s"), new Mark(13, "32 req/s"), new Mark(16, "64 req/s")));

        assertThat(marks).extracting(Limit::row).containsExactly(0, 1, 0);
        assertThat(StepMarks.rows(marks)).isEqualTo(2);
    }

    @Test
    void theLastOnesStandBeforeTheirLine() {
        assertThat(StepMarks.of(100, List.of(new Mark(97, "16 req/s"))))
                .containsExactly(new Limit(97, "16 req/s", Direction.UP_LABEL_BEFORE, 0));
    }

    @Test
    void whereThereIsNoRoomThereIsTheLineAlone() {
        List<Mark> crowd = IntStream.range(0, 6)
                .mapToObj(i -> new Mark(10 + i * 0.1, "16 req/s"))
                .toList();

        List<Limit> marks = StepMarks.of(100, crowd);

        assertThat(marks)
                .extracting(Limit::label)
                .containsExactly("16 req/s", "16 req/s", "16 req/s", "16 req/s", "", "");
        assertThat(marks).hasSize(6);
    }
}
