package io.tidemark.streams.run;

import io.tidemark.schemas.Metric;
import io.tidemark.streams.pane.Pane;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The windows of a series that end at one second, the head: moving the head on adds the second that enters and subtracts the
 * one that leaves. Not thread-safe.
 */
final class Rolling {
    private final Panes panes;
    private final Map<WindowLength, Content> windows = new EnumMap<>(WindowLength.class);
    private final Map<WindowLength, Set<Metric>> shown = new EnumMap<>(WindowLength.class);
    private long head;

    Rolling(Panes panes, long head) {
        this.panes = panes;
        startAt(head);
    }

    /** End of the windows, epoch second, exclusive. */
    long head() {
        return head;
    }

    Content content(WindowLength length) {
        return windows.getOrDefault(length, new Content());
    }

    /** Sums the windows that end at {@code newHead} afresh. */
    void startAt(long newHead) {
        head = newHead;
        for (WindowLength length : WindowLength.values()) {
            Content content = new Content();
            if (!length.slides()) {
                content.add(panes.gone());
            }
            panes.before(head).tailMap(length.firstSecond(head), true).values().forEach(content::add);
            windows.put(length, content);
            shown.put(length, nonEmpty(content));
        }
    }

    private static Set<Metric> nonEmpty(Content content) {
        Set<Metric> nonEmpty = EnumSet.allOf(Metric.class);
        nonEmpty.removeIf(metric -> content.sketch(metric).isEmpty());
        return nonEmpty;
    }

    /** Moves the head on by a second; returns the windows whose content changed. */
    Set<WindowLength> advance() {
        Set<WindowLength> changed = EnumSet.noneOf(WindowLength.class);
        long entering = head;
        head++;
        for (WindowLength length : WindowLength.values()) {
            Content content = content(length);
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
    void late(long second, Pane delta) {
        windows.forEach((length, content) -> {
            if (length.holds(second, head)) {
                content.add(delta);
            }
        });
    }

    /** Skips seconds in which nothing enters or leaves. */
    void jumpTo(long newHead) {
        head = newHead;
    }

    /** Whether every window that slides is empty. */
    boolean drained() {
        return content(WindowLength.FIVE_MINUTES).isEmpty();
    }

    /** Whether a metric is worth a record: it has values, or had some in the record before. */
    boolean shows(WindowLength length, Metric metric) {
        Set<Metric> before = shown.computeIfAbsent(length, unseen -> EnumSet.noneOf(Metric.class));
        if (content(length).sketch(metric).isEmpty()) {
            return before.remove(metric);
        }
        before.add(metric);
        return true;
    }
}
