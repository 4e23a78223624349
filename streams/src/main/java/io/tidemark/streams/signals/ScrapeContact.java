package io.tidemark.streams.signals;

import java.time.Duration;

/**
 * When the newest scrape of a target was read, and how old it was then. Scrapes that are read long after they were taken are part of a backlog, which
 * comes unevenly: the next one is waited for longer.
 *
 * @param readMillis by the brokers' clock
 * @param lagMillis from the end of the scrape until it was read
 */
public record ScrapeContact(long readMillis, long lagMillis) {
    /** How long the next scrape of a target is waited for. */
    public static final Duration GRACE = Duration.ofSeconds(5);

    /** The same in a backlog: as long as announced events of a lane are. */
    static final Duration BACKLOG_GRACE = Duration.ofSeconds(30);

    /** After a restart it is unknown for how long the streams were away. */
    public static ScrapeContact restored(long nowMillis) {
        return new ScrapeContact(nowMillis, nowMillis);
    }

    /** Whether a scrape was read just now. */
    public boolean isRecent(long nowMillis) {
        return nowMillis - readMillis <= GRACE.toMillis();
    }

    /** Whether scrapes are read later than they are taken, and more are still to be expected. */
    public boolean isBacklog(long nowMillis) {
        return lagMillis > GRACE.toMillis() && nowMillis - readMillis <= BACKLOG_GRACE.toMillis();
    }
}
