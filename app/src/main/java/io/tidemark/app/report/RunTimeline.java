package io.tidemark.app.report;

import io.tidemark.app.report.chart.Axis;
import io.tidemark.app.report.chart.Curve;
import io.tidemark.app.report.chart.Ink;
import io.tidemark.app.report.chart.Limit;
import io.tidemark.app.report.chart.Panel;
import io.tidemark.app.report.chart.Picture;
import io.tidemark.app.report.chart.Point;
import io.tidemark.app.report.chart.Span;
import io.tidemark.events.BreachState;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Signal;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.SloRow;
import io.tidemark.sinks.store.read.WindowPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** One run over time: rolling percentiles with breaches shaded, and beneath them queue, batch, use of KV cache and GPU, power. */
final class RunTimeline {
    private static final int WIDTH_PIXELS = 1100;
    private static final int PANEL_PIXELS = 175;
    private static final int FRAME_PIXELS = 110;

    /** Of a panel's height: a row of labels. */
    private static final double ROW_SHARE = 13.0 / PANEL_PIXELS;

    private final RunReport run;
    private final int hue;
    private final Timescale time;

    RunTimeline(RunReport run, int hue) {
        this.run = run;
        this.hue = hue;
        this.time = Timescale.of(run);
    }

    boolean isEmpty() {
        return run.windows().values().stream().allMatch(List::isEmpty);
    }

    Picture picture() {
        List<Panel> panels = Stream.of(
                        latency(run.firstTokenMetric(), labelled()),
                        latency(Metric.TPOT, unlabelled()),
                        requests(),
                        use(),
                        power())
                .flatMap(Optional::stream)
                .toList();
        return new Picture(
                "time-" + run.id().toLowerCase(Locale.ROOT),
                run.run().phase() + " over time",
                "Rolling percentiles with breaches shaded; beneath, what the server said of itself.",
                time.axis(),
                panels,
                WIDTH_PIXELS,
                FRAME_PIXELS + PANEL_PIXELS * panels.size());
    }

    String caption() {
        String windows = "Run " + run.id() + ": percentiles over the last "
                + run.objective(run.firstTokenMetric())
                        .map(SloRow::windowSeconds)
                        .orElse(10)
                + " s, of ok requests. Shaded: an objective was breached, in its own panel and beneath.";
        return requests().isPresent()
                ? windows + " Dotted uprights: from here on a step was measured."
                : windows + " The server's own signals were not scraped.";
    }

    private Optional<Panel> latency(Metric metric, List<Limit> uprights) {
        List<WindowPoint> windows = run.windows().getOrDefault(metric, List.of());
        if (windows.stream().allMatch(window -> window.p99Nanos().isEmpty())) {
            return Optional.empty();
        }
        OptionalDouble limit = run.objective(metric)
                .map(row -> OptionalDouble.of((double) row.limitNanos()))
                .orElse(OptionalDouble.empty());
        double[] nanos = DoubleStream.concat(
                        windows.stream().flatMap(Windows::percentiles).mapToDouble(Double::doubleValue), limit.stream())
                .toArray();
        LatencyUnit unit = LatencyUnit.forNanos(DoubleStream.of(nanos));
        Axis y = Axis.logIfWide(
                metric.label() + " (" + unit.symbol() + ")",
                DoubleStream.of(nanos).map(unit::of).toArray());
        List<Curve> curves = List.of(
                curve("p99", Ink.Line.PHASE, windows, window -> unit.of(window.p99Nanos(), Double.NaN)),
                curve("p95", Ink.Line.PHASE_SECOND, windows, window -> unit.of(window.p95Nanos(), Double.NaN)));
        int rows = StepMarks.rows(uprights) + (limit.isPresent() ? 1 : 0);
        List<Limit> limits = new ArrayList<>(uprights);
        limit.ifPresent(value -> limits.add(new Limit(unit.of(value), sloLabel(metric), Limit.Direction.ACROSS)));
        return Optional.of(
                new Panel(y.withRoomAbove(rows * ROW_SHARE), curves, limits, breaches(breach -> on(metric, breach))));
    }

    private String sloLabel(Metric metric) {
        return run.objective(metric)
                .map(row ->
                        "SLO " + Figures.quantile(row.quantile()) + " " + Figures.latency((double) row.limitNanos()))
                .orElse("");
    }

    private Optional<Panel> requests() {
        return signals(
                List.of(
                        signalCurve("waiting", Ink.Line.SIGNAL, Signal.WAITING, 1),
                        signalCurve("running", Ink.Line.SIGNAL_SECOND, Signal.RUNNING, 1)),
                curves -> fromZero("Requests", curves));
    }

    private Optional<Panel> use() {
        return signals(
                List.of(
                        signalCurve("KV use", Ink.Line.SIGNAL_THIRD, Signal.KV_USAGE, 100),
                        signalCurve("GPU use", Ink.Line.SIGNAL_SECOND, Signal.GPU_UTIL, 100)),
                curves -> new Axis(
                        curves.stream().map(Curve::name).collect(Collectors.joining(" and ", "", " (%)")),
                        0,
                        100,
                        Axis.Scale.LINEAR));
    }

    private Optional<Panel> power() {
        return signals(
                List.of(signalCurve("GPU power", Ink.Line.SIGNAL, Signal.GPU_POWER, 1)),
                curves -> fromZero("GPU power (W)", curves));
    }

    private Optional<Panel> signals(List<Curve> curves, Function<List<Curve>, Axis> axis) {
        List<Curve> known = curves.stream()
                .filter(curve -> curve.points().stream().anyMatch(point -> Double.isFinite(point.y())))
                .toList();
        return known.isEmpty()
                ? Optional.empty()
                : Optional.of(new Panel(axis.apply(known), known, unlabelled(), breaches(breach -> true)));
    }

    private static Axis fromZero(String label, List<Curve> curves) {
        return Axis.fromZero(
                label, curves.stream().flatMap(curve -> curve.points().stream()).mapToDouble(Point::y));
    }

    private Curve signalCurve(String name, Ink.Line line, Signal signal, double factor) {
        List<WindowPoint> windows = run.windows().getOrDefault(run.firstTokenMetric(), List.of());
        return curve(name, line, windows, window -> window.signals().getOrDefault(signal.id(), Double.NaN) * factor);
    }

    private Curve curve(String name, Ink.Line line, List<WindowPoint> windows, ToDoubleFunction<WindowPoint> value) {
        Function<WindowPoint, Point> point = window -> Point.of(time.of(window.end()), value.applyAsDouble(window));
        return new Curve(name, new Ink(hue, line), Windows.points(windows, point));
    }

    private List<Span> breaches(Predicate<BreachRow> shown) {
        return run.breaches().stream()
                .filter(breach -> breach.state() != BreachState.RETRACTED)
                .filter(shown)
                .map(breach -> new Span(
                        time.of(breach.opened()), time.of(breach.closed().orElse(breach.updated()))))
                .toList();
    }

    private static boolean on(Metric metric, BreachRow breach) {
        return breach.metric().filter(metric::equals).isPresent();
    }

    private List<Limit> labelled() {
        return StepMarks.of(
                time.length(),
                run.steps().stream()
                        .map(step -> mark(step, Figures.load(step.loadKind(), step.load())))
                        .toList());
    }

    private List<Limit> unlabelled() {
        return StepMarks.of(
                time.length(), run.steps().stream().map(step -> mark(step, "")).toList());
    }

    private StepMarks.Mark mark(StepReport step, String label) {
        return new StepMarks.Mark(time.of(step.result().measureFrom()), label);
    }
}
