package io.tidemark.reports.figure;

import io.tidemark.events.BreachState;
import io.tidemark.reports.chart.Axis;
import io.tidemark.reports.chart.Chart;
import io.tidemark.reports.chart.Chart.Curve;
import io.tidemark.reports.chart.Chart.CurvePoint;
import io.tidemark.reports.chart.Chart.LimitLine;
import io.tidemark.reports.chart.Chart.Panel;
import io.tidemark.reports.chart.Chart.ShadedRange;
import io.tidemark.reports.chart.CurveStyle;
import io.tidemark.reports.format.LatencyUnit;
import io.tidemark.reports.model.BreachNumbers;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.MissingSignals;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.WindowRow;
import io.tidemark.sinks.store.read.run.SloRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** One run over time: rolling percentiles with breaches shaded, and beneath them what the server reported, on the same axis. */
public final class RunTimelineChart {
    private static final int WIDTH_PIXELS = 1100;
    private static final int PANEL_PIXELS = 175;
    private static final int FRAME_PIXELS = 110;

    /** Of a panel's height: a row of labels. */
    private static final double ROW_SHARE = 13.0 / PANEL_PIXELS;

    private final RunReport run;
    private final List<RunReport> beside;
    private final int hue;
    private final BreachNumbers numbers;
    private final TimelineScale time;

    /** @param beside the runs of the report, whose latencies have the same axes, so that pictures can be held against each other */
    public RunTimelineChart(RunReport run, List<RunReport> beside, int hue, BreachNumbers numbers) {
        this.run = run;
        this.beside = List.copyOf(beside);
        this.hue = hue;
        this.numbers = numbers;
        this.time = TimelineScale.of(run);
    }

    public boolean isEmpty() {
        return run.windows().values().stream().allMatch(List::isEmpty);
    }

    public Chart picture() {
        List<LimitLine> unlabelled = marks(step -> "");
        List<Panel> panels = new ArrayList<>();
        latency(run.firstTokenMetric(), marks(StepReport::loadText)).ifPresent(panels::add);
        latency(Metric.TPOT, unlabelled).ifPresent(panels::add);
        panels.addAll(new SignalPanels(first(), time, unlabelled, breaches(breach -> true, breach -> "")).all());
        return new Chart(
                "time-" + run.id().toLowerCase(Locale.ROOT),
                run.phase() + " over time" + (run.valid() ? "" : " (INVALID)"),
                "Rolling percentiles with breaches shaded; below, the server's own signals.",
                time.axis(),
                panels,
                WIDTH_PIXELS,
                FRAME_PIXELS + PANEL_PIXELS * panels.size());
    }

    public String caption() {
        String windows = "Run " + run.id() + ": percentiles over the last "
                + run.objective(run.firstTokenMetric())
                        .map(SloRow::windowSeconds)
                        .orElse(10)
                + " s, of ok requests. Shaded: an objective was breached, in its own panel and beneath; the numbers are"
                + " those of section 7.";
        boolean scraped = first().stream().anyMatch(window -> !window.signals().isEmpty());
        return scraped
                ? windows + " Dotted vertical lines: start of the measured part of a step." + preemptions()
                : windows + missing();
    }

    /** Why there are no signals, as far as the run's remarks say. */
    private String missing() {
        List<String> reasons = run.run().notes().remarks().stream()
                .filter(MissingSignals::isRemark)
                .toList();
        return reasons.isEmpty()
                ? " The server's own signals were not scraped."
                : " The server's own signals are missing: " + String.join("; ", reasons) + ".";
    }

    private String preemptions() {
        DoubleStream seen = first().stream()
                .mapToDouble(window -> SignalPanels.signal(window, Signal.PREEMPTIONS))
                .filter(Double::isFinite);
        OptionalDouble most = seen.max();
        return most.isPresent() && most.getAsDouble() == 0 ? " There were no preemptions." : "";
    }

    private List<WindowRow> first() {
        return run.windows().getOrDefault(run.firstTokenMetric(), List.of());
    }

    private Optional<Panel> latency(Metric metric, List<LimitLine> uprights) {
        List<WindowRow> windows = run.windows().getOrDefault(metric, List.of());
        List<RollingQuantile> shown = shown(run, metric);
        if (windows.stream().allMatch(window -> window.p99Nanos().isEmpty())) {
            return Optional.empty();
        }
        OptionalDouble limit = limitNanos(run, metric);
        double[] nanos =
                beside.stream().flatMapToDouble(other -> nanos(other, metric)).toArray();
        LatencyUnit unit = LatencyUnit.forNanos(DoubleStream.of(nanos));
        Axis y = unit.axis(metric.label(), nanos);
        List<Curve> curves =
                shown.stream().map(quantile -> curve(quantile, windows, unit)).toList();
        int rows = StepMarkers.rows(uprights) + (limit.isPresent() ? 1 : 0);
        List<LimitLine> limits = new ArrayList<>(uprights);
        limit.ifPresent(
                value -> limits.add(new LimitLine(unit.of(value), sloLabel(metric), LimitLine.Direction.ACROSS)));
        return Optional.of(new Panel(
                y.withHeadroom(rows * ROW_SHARE), curves, limits, breaches(breach -> on(metric, breach), numbers::of)));
    }

    private static List<RollingQuantile> shown(RunReport run, Metric metric) {
        return RollingQuantile.shown(run.objective(metric));
    }

    private static OptionalDouble limitNanos(RunReport run, Metric metric) {
        return run.objective(metric)
                .map(row -> OptionalDouble.of((double) row.limitNanos()))
                .orElse(OptionalDouble.empty());
    }

    private static DoubleStream nanos(RunReport run, Metric metric) {
        List<RollingQuantile> shown = shown(run, metric);
        return DoubleStream.concat(
                run.windows().getOrDefault(metric, List.of()).stream()
                        .flatMap(window -> shown.stream().map(quantile -> quantile.nanos(window)))
                        .flatMapToLong(OptionalLong::stream)
                        .asDoubleStream(),
                limitNanos(run, metric).stream());
    }

    private Curve curve(RollingQuantile quantile, List<WindowRow> windows, LatencyUnit unit) {
        Function<WindowRow, CurvePoint> point =
                window -> CurvePoint.of(time.of(window.end()), unit.of(quantile.nanos(window), Double.NaN));
        return new Curve(quantile.label(), new CurveStyle(hue, quantile.line()), WindowCurve.points(windows, point));
    }

    private String sloLabel(Metric metric) {
        return run.objective(metric)
                .map(row -> "SLO " + ValueText.quantile(row.quantile()) + " "
                        + ValueText.latency((double) row.limitNanos()))
                .orElse("");
    }

    private List<ShadedRange> breaches(Predicate<BreachRow> shown, Function<BreachRow, String> label) {
        return run.breaches().stream()
                .filter(breach -> breach.state() != BreachState.RETRACTED)
                .filter(shown)
                .map(breach -> new ShadedRange(
                        time.of(breach.opened()),
                        time.of(breach.closed().orElse(breach.updated())),
                        label.apply(breach)))
                .toList();
    }

    private static boolean on(Metric metric, BreachRow breach) {
        return breach.metric().filter(metric::equals).isPresent();
    }

    private List<LimitLine> marks(Function<StepReport, String> label) {
        Stream<StepMarkers.Mark> marks = run.steps().stream()
                .map(step -> new StepMarkers.Mark(time.of(step.result().measureFrom()), label.apply(step)));
        return StepMarkers.of(time.length(), marks.toList());
    }

    /** The percentiles that windows have, in the order of drawing, each with its line. */
    private enum RollingQuantile {
        P99(0.99, CurveStyle.Line.PHASE),
        P95(0.95, CurveStyle.Line.PHASE_SECOND),
        P90(0.9, CurveStyle.Line.PHASE_SECOND),
        P50(0.5, CurveStyle.Line.PHASE_THIRD);

        private final double quantile;
        private final CurveStyle.Line line;

        RollingQuantile(double quantile, CurveStyle.Line line) {
            this.quantile = quantile;
            this.line = line;
        }

        /** The median and p99, and between them the one that the objective is on. */
        static List<RollingQuantile> shown(Optional<SloRow> objective) {
            return Arrays.stream(values())
                    .filter(one -> one == P50
                            || one == P99
                            || objective
                                    .filter(row -> Math.abs(row.quantile() - one.quantile) < 1e-9)
                                    .isPresent())
                    .toList();
        }

        OptionalLong nanos(WindowRow window) {
            return switch (this) {
                case P99 -> window.p99Nanos();
                case P95 -> window.p95Nanos();
                case P90 -> window.p90Nanos();
                case P50 -> window.p50Nanos();
            };
        }

        String label() {
            return ValueText.quantile(quantile);
        }

        CurveStyle.Line line() {
            return line;
        }
    }

    /**
     * Uprights where steps were measured from, with their loads. Labels of short steps go into further rows beneath, so that none
     * runs into another, and stand before their line where they would leave the picture.
     */
    static final class StepMarkers {
        private static final double PLOT_PIXELS = 1000;
        private static final double CHARACTER_PIXELS = 6.2;
        private static final double GAP_PIXELS = 8;
        private static final int MAX_ROWS = 4;

        private final double length;
        private final double[] rowEnds = new double[MAX_ROWS];
        private final List<LimitLine> placed = new ArrayList<>();

        /** @param length of the time axis, in its unit */
        private StepMarkers(double length) {
            this.length = length;
            Arrays.fill(rowEnds, Double.NEGATIVE_INFINITY);
        }

        /** A step's mark by its place on the time axis. */
        record Mark(double at, String label) {}

        /** In the order of time. A step for whose label there is no room in any row has none. */
        static List<LimitLine> of(double length, List<Mark> marks) {
            StepMarkers all = new StepMarkers(length);
            marks.forEach(all::place);
            return List.copyOf(all.placed);
        }

        /** Rows that labels stand in. */
        static int rows(List<LimitLine> marks) {
            return marks.stream()
                    .filter(mark -> !mark.label().isEmpty())
                    .mapToInt(mark -> mark.labelRow() + 1)
                    .max()
                    .orElse(0);
        }

        private void place(Mark mark) {
            double x = mark.at() / length * PLOT_PIXELS;
            double width = mark.label().length() * CHARACTER_PIXELS + GAP_PIXELS;
            boolean before = x + width > PLOT_PIXELS && x > width;
            double from = before ? x - width : x;
            for (int row = 0; row < MAX_ROWS; row++) {
                if (rowEnds[row] <= from) {
                    rowEnds[row] = from + width;
                    placed.add(new LimitLine(
                            mark.at(),
                            mark.label(),
                            before ? LimitLine.Direction.UP_LABEL_BEFORE : LimitLine.Direction.UP,
                            row));
                    return;
                }
            }
            placed.add(new LimitLine(mark.at(), "", LimitLine.Direction.UP));
        }
    }
}
