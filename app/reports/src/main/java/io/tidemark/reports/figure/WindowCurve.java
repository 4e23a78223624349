package io.tidemark.reports.figure;

import io.tidemark.reports.chart.Chart.CurvePoint;
import io.tidemark.sinks.store.read.WindowRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Windows as points of a curve: in order of time, with a gap where there were none, and no more than can be seen. */
final class WindowCurve {
    private static final int MAX_POINTS = 800;

    private WindowCurve() {}

    static List<CurvePoint> points(List<WindowRow> windows, Function<WindowRow, CurvePoint> point) {
        List<WindowRow> inOrder = List.copyOf(newestByEnd(windows).values());
        List<CurvePoint> points = new ArrayList<>();
        for (int i = 0; i < inOrder.size(); i++) {
            if (i > 0 && apart(inOrder.get(i - 1), inOrder.get(i))) {
                points.add(CurvePoint.gap(point.apply(inOrder.get(i - 1)).x()));
            }
            points.add(point.apply(inOrder.get(i)));
        }
        return thinned(points);
    }

    /** By end: a window that reaches back into the step before is that step's history, the newer step's window is news. */
    static SortedMap<Instant, WindowRow> newestByEnd(List<WindowRow> windows) {
        SortedMap<Instant, WindowRow> byEnd = new TreeMap<>();
        windows.stream()
                .filter(window -> window.count() > 0)
                .forEach(window -> byEnd.merge(window.end(), window, (a, b) -> a.step() >= b.step() ? a : b));
        return byEnd;
    }

    private static boolean apart(WindowRow before, WindowRow after) {
        boolean silent = Duration.between(before.end(), after.end()).toSeconds() > Math.max(5, after.windowSeconds());
        return silent || before.step() != after.step();
    }

    /** The highest point of each stretch, so that no peak is lost; gaps stay. */
    private static List<CurvePoint> thinned(List<CurvePoint> points) {
        int stretch = (points.size() + MAX_POINTS - 1) / MAX_POINTS;
        if (stretch <= 1) {
            return points;
        }
        List<CurvePoint> kept = new ArrayList<>();
        for (int from = 0; from < points.size(); from += stretch) {
            List<CurvePoint> part = points.subList(from, Math.min(points.size(), from + stretch));
            part.stream().filter(point -> Double.isNaN(point.y())).findFirst().ifPresent(kept::add);
            part.stream()
                    .filter(point -> !Double.isNaN(point.y()))
                    .max(Comparator.comparingDouble(CurvePoint::y))
                    .ifPresent(kept::add);
        }
        return kept.stream().sorted(Comparator.comparingDouble(CurvePoint::x)).toList();
    }
}
