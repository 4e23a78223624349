package io.tidemark.app.compare;

import io.tidemark.app.report.Figures;
import io.tidemark.app.report.LatencyUnit;
import io.tidemark.app.report.chart.Axis;
import io.tidemark.app.report.chart.Curve;
import io.tidemark.app.report.chart.Ink;
import io.tidemark.app.report.chart.Panel;
import io.tidemark.app.report.chart.Picture;
import io.tidemark.app.report.chart.Point;
import io.tidemark.app.report.document.Block;
import io.tidemark.app.report.document.Block.Column;
import io.tidemark.app.report.document.Cell;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.MetricRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The distributions of each side over all of its runs, one over the other, at the loads that all ran. */
final class CdfPictures {
    private static final List<Metric> SHOWN = List.of(Metric.TTFT, Metric.TPOT, Metric.ITL, Metric.E2E);
    private static final List<Double> QUANTILES = List.of(0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99);
    private static final int MOST_LOADS = 6;
    private static final int WIDTH_PIXELS = 540;
    private static final int HEIGHT_PIXELS = 320;
    private static final double LEAST_SHOWN = 0.001;

    private final List<ComparedSide> sides;
    private final List<LoadLevel> loads;

    CdfPictures(List<ComparedSide> sides, List<LoadLevel> loads) {
        this.sides = List.copyOf(sides);
        this.loads = loads.stream().limit(MOST_LOADS).toList();
    }

    List<Block> blocks() {
        List<Block> figures = loads.stream()
                .flatMap(load -> SHOWN.stream().flatMap(metric -> figure(load, metric).stream()))
                .<Block>map(figure -> figure)
                .toList();
        return figures.isEmpty() ? List.of(Block.muted("No distributions are known at a load that all ran.")) : figures;
    }

    private Optional<Block.Figure> figure(LoadLevel load, Metric metric) {
        List<LogHistogram> sketches =
                sides.stream().map(side -> sketch(side.stepsAt(load), metric)).toList();
        if (sketches.stream().anyMatch(LogHistogram::isEmpty)) {
            return Optional.empty();
        }
        double[] extremes = sketches.stream()
                .flatMapToDouble(sketch -> DoubleStream.of((double) sketch.quantile(LEAST_SHOWN), (double)
                        sketch.max().orElse(1)))
                .toArray();
        LatencyUnit unit = LatencyUnit.forNanos(DoubleStream.of(extremes));
        List<Curve> curves = IntStream.range(0, sides.size())
                .mapToObj(i -> new Curve(
                        sides.get(i).name(), new Ink(i, Ink.Line.PHASE_DASHED), points(sketches.get(i), unit)))
                .toList();
        Axis x = Axis.logIfWide(
                metric.label() + " (" + unit.symbol() + ")",
                DoubleStream.of(extremes).map(unit::of).toArray());
        Panel panel = new Panel(new Axis("Share (%)", 0, 100, Axis.Scale.LINEAR), curves, List.of(), List.of());
        Picture picture = new Picture(
                "cdf-" + metric.id().replace('_', '-') + "-" + loads.indexOf(load),
                metric.label() + " at " + Figures.load(load.kind(), load.load()),
                "Cumulative share of requests, one line per side.",
                x,
                List.of(panel),
                WIDTH_PIXELS,
                HEIGHT_PIXELS);
        return Optional.of(new Block.Figure(
                picture,
                "Share of the ok requests (of ITL: of the gaps) within a value, all runs of a side together.",
                data(sketches)));
    }

    /** Percentiles, a row a side. */
    private Block.Table data(List<LogHistogram> sketches) {
        List<Column> columns = new ArrayList<>(List.of(Column.left("side"), Column.right("values")));
        QUANTILES.forEach(quantile -> columns.add(Column.right(Figures.quantile(quantile))));
        List<List<Cell>> rows = new ArrayList<>();
        for (int i = 0; i < sides.size(); i++) {
            LogHistogram sketch = sketches.get(i);
            List<Cell> row =
                    new ArrayList<>(List.of(Cell.of(sides.get(i).name()), Cell.of(Figures.count(sketch.count()))));
            QUANTILES.forEach(quantile -> row.add(Cell.of(Figures.latency((double) sketch.quantile(quantile)))));
            rows.add(row);
        }
        return new Block.Table(columns, rows);
    }

    /** Of all runs together. */
    private static LogHistogram sketch(List<ComparedStep> steps, Metric metric) {
        LogHistogram all = new LogHistogram();
        steps.stream()
                .flatMap(step -> Stream.ofNullable(step.result().metrics().get(metric)))
                .map(MetricRow::sketch)
                .forEach(all::merge);
        return all;
    }

    private static List<Point> points(LogHistogram sketch, LatencyUnit unit) {
        List<Point> points = new ArrayList<>();
        long[] below = new long[1];
        sketch.forEachBucket((upperNanos, count) -> {
            below[0] += count;
            points.add(Point.of(unit.of(upperNanos), 100.0 * below[0] / sketch.count()));
        });
        return points;
    }
}
