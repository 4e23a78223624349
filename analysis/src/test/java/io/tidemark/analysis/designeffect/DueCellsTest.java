package io.tidemark.analysis.designeffect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.schemas.Metric;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DueCellsTest {
    private static final long SECOND = 1_000_000_000;
    private static final long START = 1_700_000_000;

    @Test
    void aCellHasTenSecondsAndEmptyOnesBetweenCount() {
        DueCells cells = new DueCells();
        add(cells, START, 100);
        add(cells, START + 9, 300);
        add(cells, START + 35, 500);

        assertThat(cells.countsBeyond(Metric.TTFT, 200)).hasToString("Blocks(4 x 10000000000 ns: 2 bad of 3)");
        assertThat(cells.spanNanos()).isEqualTo(40 * SECOND);
        assertThat(cells.means(Metric.TTFT, 20 * SECOND)).containsExactly(200, 500);
    }

    @Test
    void requestsThatAreNotOkAreBeyondAnyLimit() {
        DueCells cells = new DueCells();
        cells.cell(START).orElseThrow().add(2, 2);
        add(cells, START, 100);

        assertThat(cells.countsBeyond(Metric.TTFT, 200)).hasToString("Blocks(1 x 10000000000 ns: 2 bad of 3)");
        assertThat(cells.failed()).hasToString("Blocks(1 x 10000000000 ns: 2 bad of 3)");
    }

    @Test
    void twoHoursDoubleTheCellsAndLoseNothing() {
        DueCells cells = new DueCells();
        LongStream.range(0, 7_200).forEach(second -> add(cells, START + second, second));

        assertThat(cells.cellSeconds()).isEqualTo(20);
        assertThat(cells.due()).isEqualTo(7_200);
        assertThat(cells.merged(Metric.TTFT).count()).isEqualTo(7_200);
    }

    @Test
    void theSameRequestsGiveTheSameCellsInAnyOrder() {
        SplittableRandom random = new SplittableRandom(1);
        long[] seconds = random.longs(500, START, START + 20_000).toArray();
        DueCells forward = new DueCells();
        DueCells backward = new DueCells();
        for (int i = 0; i < seconds.length; i++) {
            add(forward, seconds[i], seconds[i] % 100);
            add(backward, seconds[seconds.length - 1 - i], seconds[seconds.length - 1 - i] % 100);
        }

        assertThat(forward.cellSeconds()).isEqualTo(backward.cellSeconds()).isEqualTo(40);
        assertThat(forward.cells().keySet()).isEqualTo(backward.cells().keySet());
        assertThat(forward.countsBeyond(Metric.TTFT, 50))
                .hasToString(backward.countsBeyond(Metric.TTFT, 50).toString());
    }

    @Test
    void aRequestThatIsDueYearsAwayIsInNoCell() {
        DueCells cells = new DueCells();
        add(cells, START, 100);

        assertThat(cells.cell(5)).isEmpty();
        assertThat(cells.cellSeconds()).isEqualTo(10);
    }

    private static void add(DueCells cells, long dueSecond, long ttftNanos) {
        DueCell cell = cells.cell(dueSecond).orElseThrow();
        cell.add(1, 0);
        cell.sketch(Metric.TTFT).add(ttftNanos);
    }
}
