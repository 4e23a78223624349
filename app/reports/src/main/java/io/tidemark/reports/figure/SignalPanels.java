package io.tidemark.reports.figure;

import io.tidemark.reports.chart.Axis;
import io.tidemark.reports.chart.Chart.Curve;
import io.tidemark.reports.chart.Chart.CurvePoint;
import io.tidemark.reports.chart.Chart.LimitLine;
import io.tidemark.reports.chart.Chart.Panel;
import io.tidemark.reports.chart.Chart.ShadedRange;
import io.tidemark.reports.chart.CurveStyle;
import io.tidemark.schemas.Signal;
import io.tidemark.sinks.store.read.WindowRow;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What the server reported of itself, as panels over a run's time; a panel whose signals were not scraped is left out. */
final class SignalPanels {
    private static final double PERCENT = 100;

    private final List<WindowRow> windows;
    private final TimelineScale time;
    private final List<LimitLine> uprights;
    private final List<ShadedRange> shaded;

    SignalPanels(List<WindowRow> windows, TimelineScale time, List<LimitLine> uprights, List<ShadedRange> shaded) {
        this.windows = windows;
        this.time = time;
        this.uprights = uprights;
        this.shaded = shaded;
    }

    List<Panel> all() {
        return Stream.of(requests(), shares(), preemptions(), power())
                .flatMap(Optional::stream)
                .toList();
    }

    /** Share of a window's prompt tokens that the server found in its prefix cache; NaN where it looked nothing up. */
    static double prefixHits(WindowRow window) {
        double queries = signal(window, Signal.PREFIX_QUERIES);
        return queries > 0 ? signal(window, Signal.PREFIX_HITS) / queries : Double.NaN;
    }

    static double signal(WindowRow window, Signal signal) {
        return window.signals().getOrDefault(signal.id(), Double.NaN);
    }

    private Optional<Panel> requests() {
        return panel(
                List.of(
                        curve("waiting", CurveStyle.Line.SIGNAL, window -> signal(window, Signal.WAITING)),
                        curve("running", CurveStyle.Line.SIGNAL_SECOND, window -> signal(window, Signal.RUNNING))),
                curves -> fromZero("Requests", curves));
    }

    private Optional<Panel> shares() {
        return panel(
                List.of(
                        curve(
                                "KV use",
                                CurveStyle.Line.SIGNAL_THIRD,
                                window -> PERCENT * signal(window, Signal.KV_USAGE)),
                        curve("prefix hits", CurveStyle.Line.SIGNAL_FOURTH, window -> PERCENT * prefixHits(window)),
                        curve(
                                "GPU use",
                                CurveStyle.Line.SIGNAL_FIFTH,
                                window -> PERCENT * signal(window, Signal.GPU_UTIL))),
                curves -> Axis.percent(curves.size() == 1 ? curves.get(0).name() + " (%)" : "Use and hits (%)"));
    }

    /** Only where there were any: none is stated in words. */
    private Optional<Panel> preemptions() {
        Curve curve = curve("preemptions", CurveStyle.Line.SIGNAL_SIXTH, window -> signal(window, Signal.PREEMPTIONS));
        boolean any = curve.points().stream().anyMatch(point -> point.y() > 0);
        return any ? panel(List.of(curve), curves -> fromZero("Preemptions per second", curves)) : Optional.empty();
    }

    private Optional<Panel> power() {
        return panel(
                List.of(curve("GPU power", CurveStyle.Line.SIGNAL_SEVENTH, window -> signal(window, Signal.GPU_POWER))),
                curves -> fromZero("GPU power (W)", curves));
    }

    private Optional<Panel> panel(List<Curve> curves, Function<List<Curve>, Axis> axis) {
        List<Curve> known = curves.stream()
                .filter(curve -> curve.points().stream().anyMatch(point -> Double.isFinite(point.y())))
                .toList();
        return known.isEmpty() ? Optional.empty() : Optional.of(new Panel(axis.apply(known), known, uprights, shaded));
    }

    private static Axis fromZero(String label, List<Curve> curves) {
        return Axis.fromZero(
                label, curves.stream().flatMap(curve -> curve.points().stream()).mapToDouble(CurvePoint::y));
    }

    private Curve curve(String name, CurveStyle.Line line, ToDoubleFunction<WindowRow> value) {
        Function<WindowRow, CurvePoint> point =
                window -> CurvePoint.of(time.of(window.end()), value.applyAsDouble(window));
        return new Curve(name, new CurveStyle(0, line), WindowCurve.points(windows, point));
    }
}
