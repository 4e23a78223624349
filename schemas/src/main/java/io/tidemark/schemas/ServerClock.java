package io.tidemark.schemas;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * How far the clock of a scraped server is from the scraper's, as far as the HTTP Date of its answers shows it. Scrapes are stamped by the
 * scraper alone, so that a server's clock moves no window; times that a server states itself are by its own clock.
 */
public final class ServerClock {
    /** The entry of a sample's {@code info}: milliseconds that the server's clock is ahead, negative if it is behind, 0 if it may be right. */
    public static final String SKEW_MILLIS = "tidemark:clock_skew_ms";

    /** More than this is worth a flag: a Date has whole seconds and may be kept for one by the server. */
    public static final Duration TOLERATED = Duration.ofSeconds(5);

    private static final long RESOLUTION_MILLIS = 1_000;
    private static final Pattern MILLIS = Pattern.compile("-?[0-9]{1,15}");

    private ServerClock() {}

    /**
     * The least skew that explains what was seen: the server's clock showed {@code date}, cut to whole seconds, at some moment from
     * {@code asked} to {@code answered} of the scraper's clock.
     */
    public static long skewMillis(Instant date, Instant asked, Instant answered) {
        long ahead = Duration.between(answered, date).toMillis();
        long behind = Duration.between(asked, date).toMillis() + RESOLUTION_MILLIS;
        return ahead > 0 ? ahead : Math.min(behind, 0);
    }

    /** What a sample says; empty if it says nothing, or nothing that is a number of milliseconds. */
    public static OptionalLong skewMillis(Map<String, String> info) {
        String millis = info.getOrDefault(SKEW_MILLIS, "");
        return MILLIS.matcher(millis).matches() ? OptionalLong.of(Long.parseLong(millis)) : OptionalLong.empty();
    }

    /** Whether that is more than the resolution of what was compared. */
    public static boolean isWrong(long skewMillis) {
        return Math.abs(skewMillis) > TOLERATED.toMillis();
    }
}
