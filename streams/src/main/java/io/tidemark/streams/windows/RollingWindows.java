package io.tidemark.streams.windows;

import io.tidemark.schemas.Metric;
import io.tidemark.streams.panes.Pane;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The windows of a series that end at one second, the head: moving the head on adds the second that enters and subtracts the
 * one that leaves. Not thread-safe.
 */
public final class RollingWindows {
    private final RetainedPanes panes;
    private final Set<WindowLength> lengths;
    private final Map<WindowLength, PaneSum> windows = new EnumMap<>(WindowLength.class);
    private final Map<WindowLength, Set<Metric>> nonEmptyMetrics = new EnumMap<>(WindowLength.class);
    private long head;

    public RollingWindows(RetainedPanes panes, long head) {
        this(panes, head, WindowLength.ALL);
    }

    private RollingWindows(RetainedPanes panes, long head, Set<WindowLength> lengths) {
        this.panes = panes;
        this.lengths = lengths;
        startAt(head);
    }

    /** Only the minute that ends at {@code end}. */
    static RollingWindows ofMinute(RetainedPanes panes, long end) {
        return new RollingWindows(panes, end, EnumSet.of(WindowLength.ONE_MINUTE));
    }

    /** End of the windows, epoch second, exclusive. */
    long head() {
        return head;
    }

    public PaneSum content(WindowLength length) {
        return windows.getOrDefault(length, new PaneSum());
    }

    /** Sums the windows that end at {@code newHead} afresh. */
    public void startAt(long newHead) {
        head = newHead;
        for (WindowLength length : lengths) {
            PaneSum content = new PaneSum();
            if (!length.slides()) {
                content.add(panes.evicted());
            }
            panes.before(head).tailMap(length.firstSecond(head), true).values().forEach(content::add);
            windows.put(length, content);
            nonEmptyMetrics.put(length, nonEmpty(content));
        }
    }

    private static Set<Metric> nonEmpty(PaneSum content) {
        Set<Metric> nonEmpty = EnumSet.allOf(Metric.class);
        nonEmpty.removeIf(metric -> content.sketch(metric).isEmpty());
        return nonEmpty;
    }

    /** Moves the head on by a second; returns the windows whose content changed. */
    public Set<WindowLength> advance() {
        Set<WindowLength> changed = EnumSet.noneOf(WindowLength.class);
        long entering = head;
        head++;
        for (WindowLength length : lengths) {
            PaneSum content = content(length);
            panes.at(entering).ifPresent(pane -> {
                content.add(pane);
                changed.add(length);
            });
            if (length.slides()) {
                panes.at(length.firstSecond(head) - 1).ifPresent(pane -> {
                    content.subtract(pane);
                    changed.add(length);
                });
            }
        }
        return changed;
    }

    /** Adds what came for a second that has entered already; a second that has not will bring it along. */
    void addLate(long second, Pane delta) {
        windows.forEach((length, content) -> {
            if (length.contains(second, head)) {
                content.add(delta);
            }
        });
    }

    /** Skips seconds in which nothing enters or leaves. */
    public void jumpTo(long newHead) {
        head = newHead;
    }

    /** Whether every window that slides is empty. */
    public boolean isEmpty() {
        return content(WindowLength.FIVE_MINUTES).isEmpty();
    }

    /** Whether a metric is worth a record: it has values, or had some in the record before. */
    public boolean isNonEmpty(WindowLength length, Metric metric) {
        Set<Metric> before = nonEmptyMetrics.computeIfAbsent(length, unseen -> EnumSet.noneOf(Metric.class));
        if (content(length).sketch(metric).isEmpty()) {
            return before.remove(metric);
        }
        before.add(metric);
        return true;
    }
}
