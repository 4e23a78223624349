package io.tidemark.reports.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.quantile.QuantileInterval;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Note;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.step.MetricRow;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ValueFormatTest {
    @Test
    void anIntervalSharesTheUnitOfItsValue() {
        assertThat(ValueFormat.interval(interval(9_000_000_000L, 8_000_000_000L, 11_000_000_000L)))
                .isEqualTo("9,000 ms (8,000-11,000)");
        assertThat(ValueFormat.interval(interval(10_000_000_000L, 8_000_000_000L, 11_000_000_000L)))
                .isEqualTo("10 s (8-11)");
    }

    @Test
    void anIntervalHasTheDigitsThatTellItsEndsApart() {
        assertThat(ValueFormat.interval(interval(203_100_000L, 202_900_000L, 203_400_000L)))
                .isEqualTo("203.1 ms (202.9-203.4)");
        assertThat(ValueFormat.interval(interval(203_000_000L, 203_000_000L, 203_000_001L)))
                .isEqualTo("203 ms");
        assertThat(ValueFormat.ratio(1.0004, OptionalDouble.of(1.0001), OptionalDouble.of(1.0012))
                        .text())
                .isEqualTo("1 (1-1.001)");
    }

    @Test
    void anIntervalWithoutAnEndSaysSo() {
        QuantileInterval p99 = new QuantileInterval(
                OptionalLong.of(849_000_000), OptionalLong.of(700_000_000), OptionalLong.empty(), 300);

        assertThat(ValueFormat.interval(p99)).isEqualTo("849 ms (700-unbounded)");
        assertThat(ValueFormat.cell(p99).notes()).extracting(Note::mark).containsExactly("unbounded");
        assertThat(ValueFormat.ratio(1.2, OptionalDouble.of(1), OptionalDouble.empty()))
                .isEqualTo(Cell.of("1.2 (1-unbounded)")
                        .noted(ValueFormat.cell(p99).notes().get(0)));
        assertThat(ValueFormat.cell(interval(849_000_000, 700_000_000, 900_000_000))
                        .notes())
                .isEmpty();
    }

    @Test
    void percentilesThatAFlagLeavesUnknownAreNotShown() {
        LogHistogram sketch = new LogHistogram();
        sketch.add(20_000_000);
        OptionalLong nanos = OptionalLong.of(20_000_000);
        Map<Metric, MetricRow> metrics = Map.of(
                Metric.TPOT,
                new MetricRow(Metric.TPOT, 1, 20_000_000, nanos, nanos, nanos, nanos, nanos, nanos, sketch));
        List<String> heldBack = List.of(FigureDoubt.HELD_BACK.sentence(60, 60));

        assertThat(ValueFormat.percentiles(metrics, Metric.TPOT, List.of())).isEqualTo(Cell.of("20 / 20 / 20 ms"));
        assertThat(ValueFormat.percentiles(metrics, Metric.TPOT, heldBack)).isEqualTo(ValueFormat.NOT_KNOWN);
        assertThat(ValueFormat.percentiles(metrics, Metric.ITL, heldBack)).isEqualTo(Cell.of(""));
    }

    @Test
    void aQuantileAmongFailuresHasNoFigure() {
        QuantileInterval failed =
                new QuantileInterval(OptionalLong.empty(), OptionalLong.of(1), OptionalLong.empty(), 300);

        assertThat(ValueFormat.interval(failed)).isEqualTo("not reached: too many errors");
    }

    private static QuantileInterval interval(long value, long low, long high) {
        return new QuantileInterval(OptionalLong.of(value), OptionalLong.of(low), OptionalLong.of(high), 300);
    }
}
