package io.tidemark.console.series;

import io.tidemark.sinks.store.read.WindowRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Thins windows so that no spike disappears. The time from the first to the last end is cut into intervals of equal length; of each, the windows with
 * the smallest and the largest p99 are kept, and of windows without values the first. The first and the last window of all are kept.
 *
 * @param kept ends of the windows that are kept, rising
 * @param total windows before thinning
 * @param gap time between two kept windows beyond which windows are missing between them
 */
public record MinMaxThinning(List<Instant> kept, int total, Duration gap) {
    /** A window may come late by as many of the usual distances before the series has a gap. */
    private static final int USUAL_DISTANCES = 3;

    private static final Duration A_WINDOW_EACH = Duration.ofSeconds(1);

    private static final long NO_VALUES = -1;

    private static final Comparator<WindowRow> BY_END = Comparator.comparing(WindowRow::end);

    public MinMaxThinning {
        kept = List.copyOf(kept);
    }

    /**
     * @param windows in any order
     * @param points most windows that are kept, at least 4
     */
    public static MinMaxThinning of(List<WindowRow> windows, int points) {
        if (points < 4) {
            throw new IllegalArgumentException("points must be at least 4 but was " + points);
        }
        List<WindowRow> byEnd = windows.stream().sorted(BY_END).toList();
        Duration usual = usualDistance(byEnd);
        if (byEnd.size() <= points) {
            return new MinMaxThinning(
                    byEnd.stream().map(WindowRow::end).distinct().toList(),
                    byEnd.size(),
                    usual.multipliedBy(USUAL_DISTANCES));
        }
        int intervals = (points - 2) / 2;
        Instant first = byEnd.get(0).end();
        long spanNanos =
                Duration.between(first, byEnd.get(byEnd.size() - 1).end()).toNanos();
        long intervalNanos = Math.max(1, spanNanos / intervals + 1);
        TreeSet<Instant> kept =
                new TreeSet<>(List.of(first, byEnd.get(byEnd.size() - 1).end()));
        List<WindowRow> interval = new ArrayList<>();
        long number = 0;
        for (WindowRow window : byEnd) {
            long of = Duration.between(first, window.end()).toNanos() / intervalNanos;
            if (of != number) {
                keepExtremes(interval, kept);
                interval.clear();
                number = of;
            }
            interval.add(window);
        }
        keepExtremes(interval, kept);
        Duration gap = usual.multipliedBy(USUAL_DISTANCES).plusNanos(2 * intervalNanos);
        return new MinMaxThinning(List.copyOf(kept), byEnd.size(), gap);
    }

    private static void keepExtremes(List<WindowRow> interval, TreeSet<Instant> kept) {
        Comparator<WindowRow> byP99 =
                Comparator.comparingLong(window -> window.p99Nanos().orElse(NO_VALUES));
        interval.stream().max(byP99).map(WindowRow::end).ifPresent(kept::add);
        interval.stream().min(byP99).map(WindowRow::end).ifPresent(kept::add);
    }

    /** The median distance of neighbours; where there are none yet, that at which windows of a run follow each other. */
    private static Duration usualDistance(List<WindowRow> byEnd) {
        List<Duration> distances = new ArrayList<>();
        for (int i = 1; i < byEnd.size(); i++) {
            Duration distance =
                    Duration.between(byEnd.get(i - 1).end(), byEnd.get(i).end());
            if (!distance.isZero()) {
                distances.add(distance);
            }
        }
        distances.sort(Comparator.naturalOrder());
        return distances.isEmpty() ? A_WINDOW_EACH : distances.get(distances.size() / 2);
    }
}
