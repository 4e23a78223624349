package io.tidemark.reports.tune.document;

import io.tidemark.analysis.sweep.ParetoFront;
import io.tidemark.analysis.sweep.ParetoFront.Direction;
import io.tidemark.reports.chart.Axis;
import io.tidemark.reports.chart.Chart;
import io.tidemark.reports.chart.Chart.Curve;
import io.tidemark.reports.chart.Chart.CurvePoint;
import io.tidemark.reports.chart.Chart.Panel;
import io.tidemark.reports.chart.CurveStyle;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.LatencyUnit;
import io.tidemark.reports.tune.ThroughputPoint;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Output tokens per second and GPU against TTFT and TPOT, each configuration at the highest load that it does not fail at. */
final class ParetoBlocks {
    private static final int WIDTH_PIXELS = 760;
    private static final int HEIGHT_PIXELS = 440;
    private static final double WIDE = 30;
    private static final double ROOM = 0.15;
    private static final double LEAST_ROOM = 0.02;

    /** Names in a legend, beside those of the front's line and of the others. */
    private static final int MAX_NAMED = 12;

    private final TuneReport report;
    private final String ofLoad;
    private final List<ThroughputPoint> points;

    /** @param ofLoad end of the charts' names, so that those of each load have files of their own; empty where there is one load */
    ParetoBlocks(TuneReport report, String ofLoad) {
        this.report = report;
        this.ofLoad = ofLoad;
        this.points = ThroughputPoint.of(report);
    }

    /** Empty where fewer than two configurations deliver tokens. */
    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        figure("TTFT", ThroughputPoint::ttftNanos, blocks);
        figure("TPOT", ThroughputPoint::tpotNanos, blocks);
        return blocks;
    }

    private void figure(String metric, Function<ThroughputPoint, OptionalDouble> latency, List<Block> blocks) {
        List<ThroughputPoint> known = points.stream()
                .filter(point -> latency.apply(point).isPresent())
                .toList();
        if (known.size() < 2) {
            return;
        }
        Function<ThroughputPoint, Double> nanos = point -> latency.apply(point).getAsDouble();
        Set<String> front = front(known, nanos);
        blocks.add(new Block.Figure(
                chart(metric, known, nanos, front),
                "Each configuration at the highest load that it does not fail at. Up and to the left is better. No"
                        + " configuration on the front is beaten in one of the two without losing in the other; intervals are"
                        + " not drawn, so points close to each other may change places.",
                data(metric, known, nanos, front)));
    }

    private static Set<String> front(List<ThroughputPoint> known, Function<ThroughputPoint, Double> nanos) {
        return ParetoFront.of(
                        known.stream()
                                .map(point -> new ParetoFront.Point(
                                        point.configuration().phase(), point.tokensPerGpu(), nanos.apply(point)))
                                .toList(),
                        Direction.MAXIMIZE,
                        Direction.MINIMIZE)
                .points()
                .stream()
                .map(ParetoFront.Point::phase)
                .collect(Collectors.toSet());
    }

    private Chart chart(
            String metric, List<ThroughputPoint> known, Function<ThroughputPoint, Double> nanos, Set<String> front) {
        LatencyUnit unit = LatencyUnit.forNanos(known.stream().mapToDouble(nanos::apply));
        Function<ThroughputPoint, CurvePoint> place =
                point -> CurvePoint.of(unit.of((double) nanos.apply(point)), point.tokensPerGpu());
        List<ThroughputPoint> best = known.stream()
                .filter(point -> front.contains(point.configuration().phase()))
                .sorted(Comparator.comparing(nanos))
                .toList();
        List<Curve> curves = new ArrayList<>();
        known.forEach(point -> curves.add(new Curve(
                name(point, best),
                new CurveStyle(hue(point, best), CurveStyle.Line.PHASE_WITH_DOTS),
                List.of(place.apply(point)))));
        if (best.size() > 1) {
            // What comes later is drawn below.
            curves.add(new Curve(
                    "front",
                    new CurveStyle(0, CurveStyle.Line.SIGNAL_SECOND),
                    best.stream().map(place).toList()));
        }
        return new Chart(
                "tokens-per-gpu-by-" + metric.toLowerCase(Locale.ROOT) + ofLoad,
                "Output tokens per second and GPU against " + metric + " p99",
                "One point per configuration; those that no other beats in both are joined by a line.",
                axis(metric + " p99 (" + unit.symbol() + ")", known, place, CurvePoint::x),
                List.of(new Panel(axis("Output tokens/s per GPU", known, place, CurvePoint::y), curves)),
                WIDTH_PIXELS,
                HEIGHT_PIXELS);
    }

    /** Around the points, or logarithmic where they are far apart: where zero is says nothing here. */
    private static Axis axis(
            String label,
            List<ThroughputPoint> known,
            Function<ThroughputPoint, CurvePoint> place,
            ToDoubleFunction<CurvePoint> coordinate) {
        double[] values = known.stream().map(place).mapToDouble(coordinate).toArray();
        double least = Arrays.stream(values).min().orElse(0);
        double most = Arrays.stream(values).max().orElse(1);
        if (most >= least * WIDE) {
            return Axis.logIfWide(label, values);
        }
        double room = Math.max(ROOM * (most - least), LEAST_ROOM * most);
        return new Axis(label, Math.max(0, least - room), most + room, Axis.Scale.LINEAR);
    }

    /** Configurations of the front and the baseline by their names; the others as one. */
    private String name(ThroughputPoint point, List<ThroughputPoint> best) {
        return isNamed(point, best) ? point.configuration().phase() : "not on the front";
    }

    private boolean isNamed(ThroughputPoint point, List<ThroughputPoint> best) {
        int at = best.indexOf(point);
        return report.isBase(point.configuration()) || (at >= 0 && at < MAX_NAMED);
    }

    /** The baseline has the first colour, those of the front the next. */
    private int hue(ThroughputPoint point, List<ThroughputPoint> best) {
        if (report.isBase(point.configuration())) {
            return 0;
        }
        return isNamed(point, best) ? 2 + best.indexOf(point) : 1;
    }

    private Block.Table data(
            String metric, List<ThroughputPoint> known, Function<ThroughputPoint, Double> nanos, Set<String> front) {
        return new Columns<ThroughputPoint>()
                .left("configuration", point -> point.configuration().phase())
                .right("load", point -> point.load().format())
                .right("GPUs", point -> Integer.toString(point.gpus()))
                .right("output tok/s per GPU", point -> ValueText.digits(point.tokensPerGpu()))
                .right(metric + " p99", point -> ValueText.latency(nanos.apply(point)))
                .leftCell(
                        "on the front",
                        point -> front.contains(point.configuration().phase())
                                ? new Cell("yes", Tone.GOOD)
                                : Cell.of(""))
                .table(known.stream().sorted(Comparator.comparing(nanos)).toList());
    }
}
