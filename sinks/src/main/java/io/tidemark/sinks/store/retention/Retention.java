package io.tidemark.sinks.store.retention;

import io.tidemark.schemas.Topic;
import java.time.Duration;

/**
 * How long rows are kept, counted from when the broker took their record. Runs, phases, steps, results, breaches and
 * regressions are kept until they are deleted by hand.
 *
 * @param requests one row per request; default 14 days
 * @param fullWindows windows at full resolution, a record each second; then the last of each minute stays; default 1 day
 * @param windows windows at all, the full minutes with their sketches; default 180 days
 * @param hours hours of windows, merged from their minutes; default 800 days: a quarter and the same quarter of the year before are both whole, with
 *     months left to look at them; annotations are kept as long, from when they were set
 * @param servers scrapes; default 14 days
 * @param audit changes of settings and data; longer than {@link Topic#AUDIT_KEPT}, before which the database refuses
 */
public record Retention(
        Duration requests, Duration fullWindows, Duration windows, Duration hours, Duration servers, Duration audit) {
    /** A day longer than the database asks for: its clock may be another. */
    private static final Duration AUDIT = Topic.AUDIT_KEPT.plusDays(1);

    /** Longer than there are results. */
    private static final Duration FOREVER = Duration.ofDays(365 * 1_000);

    public static final Retention DEFAULT = new Retention(
            Duration.ofDays(14),
            Duration.ofDays(1),
            Duration.ofDays(180),
            Duration.ofDays(800),
            Duration.ofDays(14),
            AUDIT);

    /** Nothing is taken out or thinned; what an experiment has of its own still holds. */
    public static final Retention FOR_GOOD = new Retention(FOREVER, FOREVER, FOREVER, FOREVER, FOREVER, FOREVER);

    public Retention {
        requirePositive("requests", requests);
        requirePositive("fullWindows", fullWindows);
        requirePositive("windows", windows);
        requirePositive("hours", hours);
        requirePositive("servers", servers);
        if (audit.compareTo(Topic.AUDIT_KEPT) <= 0) {
            throw new IllegalArgumentException(
                    "retention of audit must be > " + Topic.AUDIT_KEPT + " but was " + audit);
        }
    }

    /** The same with these instead; windows at full resolution and hours are kept as they were. */
    public Retention with(Duration otherRequests, Duration otherWindows, Duration otherServers) {
        return new Retention(otherRequests, fullWindows, otherWindows, hours, otherServers, audit);
    }

    /** The same with these tiers of windows: each second, the last of each minute, hours. */
    public Retention withTiers(Duration otherFullWindows, Duration otherWindows, Duration otherHours) {
        return new Retention(requests, otherFullWindows, otherWindows, otherHours, servers, audit);
    }

    private static void requirePositive(String name, Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException("retention of " + name + " must be > 0 but was " + duration);
        }
    }
}
