package io.tidemark.reports.tune.document;

import io.tidemark.analysis.timeseries.Trend;
import io.tidemark.reports.chart.Axis;
import io.tidemark.reports.chart.Chart;
import io.tidemark.reports.chart.Chart.Curve;
import io.tidemark.reports.chart.Chart.CurvePoint;
import io.tidemark.reports.chart.Chart.LimitLine;
import io.tidemark.reports.chart.Chart.Panel;
import io.tidemark.reports.chart.CurveStyle;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.tune.Configuration;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.reports.tune.TuneStart;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Each start's value over the mean of its configuration, in the order of the starts: what drifts here is the machine. */
final class DriftBlocks {
    private static final double PERCENT = 100;
    private static final int FEWEST = 4;
    private static final int WIDTH_PIXELS = 900;
    private static final int HEIGHT_PIXELS = 320;
    private static final double LEAST_REACH = 5;

    private final TuneReport report;
    private final StartDrift drift;

    DriftBlocks(TuneReport report) {
        this.report = report;
        this.drift = StartDrift.of(report);
    }

    /** Empty where fewer than four starts repeat a configuration. */
    List<Block> blocks() {
        if (drift.points().size() < FEWEST) {
            return List.of();
        }
        List<Block> blocks = new ArrayList<>();
        drift.trend().ifPresent(trend -> blocks.add(sentence(trend)));
        blocks.add(new Block.Figure(
                chart(),
                "A point a start. What rises or falls here is the machine, as each configuration is compared with itself."
                        + " Comparisons take a linear drift out from five starts a side on.",
                data()));
        return blocks;
    }

    private Block sentence(Trend trend) {
        String change = String.format(
                Locale.ROOT,
                "From the first to the last of %d starts, values moved by %+.1f %% of the mean of their configuration",
                trend.points(),
                trend.change() * PERCENT);
        String pValueText = String.format(
                Locale.ROOT, " (starts without a drift show as much in %.2g %% of cases)", trend.pValue() * PERCENT);
        return trend.isDrift(1)
                ? new Block.Callout(change + pValueText + ": the machine drifted.", Tone.DOUBT)
                : Block.plain(change + pValueText + ": no drift is shown.");
    }

    private Chart chart() {
        List<CurvePoint> points = drift.points().stream()
                .map(point -> CurvePoint.of(point.start().trial().number(), percent(point)))
                .toList();
        double reach = Math.max(
                LEAST_REACH,
                points.stream().mapToDouble(point -> Math.abs(point.y())).max().orElse(0) * 1.15);
        int last = report.starts().stream()
                .mapToInt(start -> start.trial().number())
                .max()
                .orElse(1);
        return new Chart(
                "values-by-start",
                "Value by start (" + report.goal().label() + "), against the mean of its configuration",
                "One point per server start, in their order.",
                new Axis("Start", 0, last + 1, Axis.Scale.LINEAR),
                List.of(new Panel(
                        new Axis("Off the mean (%)", -reach, reach, Axis.Scale.LINEAR),
                        points.stream()
                                .map(point -> new Curve(
                                        "start", new CurveStyle(0, CurveStyle.Line.PHASE_WITH_DOTS), List.of(point)))
                                .toList(),
                        List.of(new LimitLine(0, "mean of its configuration", LimitLine.Direction.ACROSS)),
                        List.of())),
                WIDTH_PIXELS,
                HEIGHT_PIXELS);
    }

    private static double percent(StartDrift.Point point) {
        return (point.share() - 1) * PERCENT;
    }

    private Block.Table data() {
        return new Columns<StartDrift.Point>()
                .right("start", point -> Integer.toString(point.start().trial().number()))
                .left("configuration", StartDrift.Point::phase)
                .right(report.goal().label(), point -> ValueText.digits(point.value()))
                .right("off the mean", point -> String.format(Locale.ROOT, "%+.1f %%", percent(point)))
                .table(drift.points());
    }

    /**
     * Whether the machine became faster or slower while the tune went on: each start's value over the mean of its configuration, in the order of the
     * starts. Only configurations with two and more values count, as a single one is its own mean.
     */
    private record StartDrift(List<Point> points) {
        StartDrift {
            points = List.copyOf(points);
        }

        /**
         * One start.
         *
         * @param share its value over the mean of its configuration's
         */
        record Point(TuneStart start, String phase, double value, double share) {}

        static StartDrift of(TuneReport report) {
            List<Point> points = new ArrayList<>();
            for (TuneStart start : report.starts()) {
                OptionalDouble value = report.value(start);
                if (value.isEmpty()) {
                    continue;
                }
                Configuration own = report.configuration(start.trial().phase()).orElseThrow();
                double[] all = own.measured().stream()
                        .map(report::value)
                        .flatMapToDouble(OptionalDouble::stream)
                        .toArray();
                double mean = Arrays.stream(all).average().orElse(0);
                if (all.length > 1 && mean > 0) {
                    points.add(new Point(start, own.phase(), value.getAsDouble(), value.getAsDouble() / mean));
                }
            }
            return new StartDrift(points);
        }

        /** Empty with fewer than two values. */
        Optional<Trend> trend() {
            return Trend.of(points.stream().mapToDouble(Point::share).toArray());
        }
    }
}
