package io.tidemark.streams.breaches;

import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.wire.WireFormatException;
import java.util.Comparator;
import java.util.NavigableMap;

/**
 * What is followed: a version of an objective over a series, by its own window or by one of its rules.
 *
 * @param rule the rule in words; empty for the objective's own window
 * @param fromSecond from which second on the version applies
 */
public record TimelineKey(int step, String target, String objective, String rule, long fromSecond)
        implements Comparable<TimelineKey> {
    /** A version of an objective, over whichever series. */
    public record Version(String objective, long fromSecond) {}

    /** Begins names of this format. */
    private static final char MARK = '@';

    private static final Comparator<TimelineKey> ORDER = Comparator.comparingInt(TimelineKey::step)
            .thenComparing(TimelineKey::target)
            .thenComparing(TimelineKey::objective)
            .thenComparing(TimelineKey::rule)
            .thenComparingLong(TimelineKey::fromSecond);

    @Override
    public int compareTo(TimelineKey other) {
        return ORDER.compare(this, other);
    }

    Version version() {
        return new Version(objective, fromSecond);
    }

    /** Of the same objective and series, its own window; its budget is judged by this. */
    TimelineKey window() {
        return of("");
    }

    /** Of the same objective and series, one of its rules in words. */
    TimelineKey of(String otherRule) {
        return new TimelineKey(step, target, objective, otherRule, fromSecond);
    }

    /** Those of a step. */
    static <V> NavigableMap<TimelineKey, V> ofStep(NavigableMap<TimelineKey, V> keyed, int step) {
        return keyed.subMap(first(step, ""), true, first(step + 1, ""), false);
    }

    /** Those of a step's target. */
    static <V> NavigableMap<TimelineKey, V> ofTarget(NavigableMap<TimelineKey, V> keyed, SeriesKey series) {
        String next = series.target() + Character.MIN_VALUE;
        return keyed.subMap(first(series.step(), series.target()), true, first(series.step(), next), false);
    }

    private static TimelineKey first(int step, String target) {
        return new TimelineKey(step, target, "", "", Long.MIN_VALUE);
    }

    /** For the store; the objective's name may hold anything, so it comes last. */
    public String name() {
        return MARK
                + String.join(
                        "/",
                        Integer.toString(step),
                        Long.toString(fromSecond),
                        Integer.toString(target.length()),
                        Integer.toString(rule.length()),
                        target + rule + objective);
    }

    /** @throws WireFormatException if the name is not of this format */
    static TimelineKey parse(String name) {
        if (name.indexOf(MARK) != 0) {
            throw WireFormatException.unknown("an objective's state has key " + name);
        }
        String[] parts = name.substring(1).split("/", 5);
        int targetEnd = Integer.parseInt(parts[2]);
        int ruleEnd = targetEnd + Integer.parseInt(parts[3]);
        return new TimelineKey(
                Integer.parseInt(parts[0]),
                parts[4].substring(0, targetEnd),
                parts[4].substring(ruleEnd),
                parts[4].substring(targetEnd, ruleEnd),
                Long.parseLong(parts[1]));
    }
}
