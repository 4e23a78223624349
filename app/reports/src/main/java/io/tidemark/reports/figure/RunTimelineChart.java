package io.tidemark.reports.figure;

import io.tidemark.events.BreachState;
import io.tidemark.reports.chart.Axis;
import io.tidemark.reports.chart.Chart;
import io.tidemark.reports.chart.Curve;
import io.tidemark.reports.chart.CurvePoint;
import io.tidemark.reports.chart.CurveStyle;
import io.tidemark.reports.chart.LimitLine;
import io.tidemark.reports.chart.Panel;
import io.tidemark.reports.chart.ShadedRange;
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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
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
        List<Panel> panels = new ArrayList<>();
        latency(run.firstTokenMetric(), labelled()).ifPresent(panels::add);
        latency(Metric.TPOT, unlabelled()).ifPresent(panels::add);
        panels.addAll(new SignalPanels(first(), time, unlabelled(), breaches(breach -> true, breach -> "")).all());
        return new Chart(
                "time-" + run.id().toLowerCase(Locale.ROOT),
                run.run().phase() + " over time" + (run.valid() ? "" : " (INVALID)"),
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
        Axis y = Axis.logIfWide(
                metric.label() + " (" + unit.symbol() + ")",
                DoubleStream.of(nanos).map(unit::of).toArray());
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
                        .flatMapToDouble(window -> RollingQuantile.nanos(shown, window)),
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

    private List<LimitLine> labelled() {
        return marks(step -> ValueText.load(step.loadKind(), step.load()));
    }

    private List<LimitLine> unlabelled() {
        return marks(step -> "");
    }

    private List<LimitLine> marks(Function<StepReport, String> label) {
        Stream<StepMarkers.Mark> marks = run.steps().stream()
                .map(step -> new StepMarkers.Mark(time.of(step.result().measureFrom()), label.apply(step)));
        return StepMarkers.of(time.length(), marks.toList());
    }
}
