package io.tidemark.reports.compare.document;

import io.tidemark.reports.chart.Axis;
import io.tidemark.reports.chart.Chart;
import io.tidemark.reports.chart.Chart.Curve;
import io.tidemark.reports.chart.Chart.CurvePoint;
import io.tidemark.reports.chart.Chart.Panel;
import io.tidemark.reports.chart.CurveStyle;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.format.LatencyUnit;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.reports.run.MeasuredStep;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.step.MetricRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The distributions of each side over all of its runs, one over the other, at the loads that all ran. */
final class CdfCharts {
    private static final List<Metric> SHOWN = List.of(Metric.TTFT, Metric.TPOT, Metric.ITL, Metric.E2E);
    private static final List<Double> QUANTILES = List.of(0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99);
    private static final int MAX_LOADS = 6;

    /** Lines of one chart that a reader can distinguish. */
    private static final int MAX_SIDES = 12;

    private static final int WIDTH_PIXELS = 540;
    private static final int HEIGHT_PIXELS = 320;
    private static final double MIN_SHOWN = 0.001;

    private final List<ComparedSide> sides;
    private final List<LoadLevel> loads;

    CdfCharts(List<ComparedSide> sides, List<LoadLevel> loads) {
        this.sides = List.copyOf(sides);
        this.loads = loads.stream().limit(MAX_LOADS).toList();
    }

    List<Block> blocks() {
        if (sides.size() > MAX_SIDES) {
            return List.of(
                    Block.muted("Distributions of more than " + MAX_SIDES + " sides are not drawn; compare fewer."));
        }
        List<Block> figures = loads.stream()
                .flatMap(load -> SHOWN.stream().flatMap(metric -> figure(load, metric).stream()))
                .<Block>map(figure -> figure)
                .toList();
        return figures.isEmpty()
                ? List.of(Block.muted("There are no distributions at a load that all sides ran."))
                : figures;
    }

    private Optional<Block.Figure> figure(LoadLevel load, Metric metric) {
        List<LogHistogram> sketches =
                sides.stream().map(side -> sketch(side.stepsAt(load), metric)).toList();
        if (sketches.stream().anyMatch(LogHistogram::isEmpty)) {
            return Optional.empty();
        }
        double[] extremes = sketches.stream()
                .flatMapToDouble(sketch -> DoubleStream.of((double) sketch.quantile(MIN_SHOWN), (double)
                        sketch.max().orElse(1)))
                .toArray();
        LatencyUnit unit = LatencyUnit.forNanos(DoubleStream.of(extremes));
        List<Curve> curves = IntStream.range(0, sides.size())
                .mapToObj(i -> new Curve(
                        sides.get(i).name(),
                        new CurveStyle(i, CurveStyle.Line.PHASE_DASHED),
                        points(sketches.get(i), unit)))
                .toList();
        Axis x = unit.axis(metric.label(), extremes);
        Panel panel = new Panel(Axis.percent("Share (%)"), curves);
        Chart chart = new Chart(
                "cdf-" + metric.id().replace('_', '-') + "-" + loads.indexOf(load),
                metric.label() + " at " + ValueText.load(load.kind(), load.load()),
                "Cumulative share of requests, one line per side.",
                x,
                List.of(panel),
                WIDTH_PIXELS,
                HEIGHT_PIXELS);
        return Optional.of(new Block.Figure(
                chart,
                "Share of the ok requests (of ITL: of the gaps) within a value, all runs of a side together.",
                data(sketches)));
    }

    /** Percentiles, a row a side. */
    private Block.Table data(List<LogHistogram> sketches) {
        Columns<Integer> columns = new Columns<Integer>()
                .left("side", side -> sides.get(side).name())
                .right("values", side -> ValueText.count(sketches.get(side).count()));
        QUANTILES.forEach(quantile -> columns.right(
                ValueText.quantile(quantile),
                side -> ValueText.latency((double) sketches.get(side).quantile(quantile))));
        return columns.table(IntStream.range(0, sides.size()).boxed().toList());
    }

    /** Of all runs together. */
    private static LogHistogram sketch(List<MeasuredStep> steps, Metric metric) {
        LogHistogram all = new LogHistogram();
        steps.stream()
                .flatMap(step -> Stream.ofNullable(step.result().metrics().get(metric)))
                .map(MetricRow::sketch)
                .forEach(all::merge);
        return all;
    }

    private static List<CurvePoint> points(LogHistogram sketch, LatencyUnit unit) {
        List<CurvePoint> points = new ArrayList<>();
        long[] below = new long[1];
        sketch.forEachBucket((upperNanos, count) -> {
            below[0] += count;
            points.add(CurvePoint.of(unit.of(upperNanos), 100.0 * below[0] / sketch.count()));
        });
        return points;
    }
}
