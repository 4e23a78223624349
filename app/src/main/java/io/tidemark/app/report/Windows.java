package io.tidemark.app.report;

import io.tidemark.app.report.chart.Point;
import io.tidemark.sinks.store.read.WindowPoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Windows as points of a curve: in order of time, with a gap where there were none, and no more than can be seen. */
final class Windows {
    private static final int MOST_POINTS = 800;

    private Windows() {}

    static List<Point> points(List<WindowPoint> windows, Function<WindowPoint, Point> point) {
        List<WindowPoint> inOrder = List.copyOf(newestSteps(windows).values());
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < inOrder.size(); i++) {
            if (i > 0 && apart(inOrder.get(i - 1), inOrder.get(i))) {
                points.add(Point.gap(point.apply(inOrder.get(i - 1)).x()));
            }
            points.add(point.apply(inOrder.get(i)));
        }
        return thinned(points);
    }

    /** By end: a window that reaches back into the step before is that step's history, the newer step's window is news. */
    static SortedMap<Instant, WindowPoint> newestSteps(List<WindowPoint> windows) {
        SortedMap<Instant, WindowPoint> byEnd = new TreeMap<>();
        windows.stream()
                .filter(window -> window.count() > 0)
                .forEach(window -> byEnd.merge(window.end(), window, (a, b) -> a.step() >= b.step() ? a : b));
        return byEnd;
    }

    private static boolean apart(WindowPoint before, WindowPoint after) {
        boolean silent = Duration.between(before.end(), after.end()).toSeconds() > Math.max(5, after.windowSeconds());
        return silent || before.step() != after.step();
    }

    /** The highest point of each stretch, so that no peak is lost; gaps stay. */
    private static List<Point> thinned(List<Point> points) {
        int stretch = (points.size() + MOST_POINTS - 1) / MOST_POINTS;
        if (stretch <= 1) {
            return points;
        }
        List<Point> kept = new ArrayList<>();
        for (int from = 0; from < points.size(); from += stretch) {
            List<Point> part = points.subList(from, Math.min(points.size(), from + stretch));
            part.stream().filter(point -> Double.isNaN(point.y())).findFirst().ifPresent(kept::add);
            part.stream()
                    .filter(point -> !Double.isNaN(point.y()))
                    .max(Comparator.comparingDouble(Point::y))
                    .ifPresent(kept::add);
        }
        return kept.stream().sorted(Comparator.comparingDouble(Point::x)).toList();
    }
}
