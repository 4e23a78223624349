package io.tidemark.app.search;

import java.time.Duration;
import java.util.Locale;

/** Durations in words: minutes below two hours, hours above. */
public final class DurationFormat {
    private static final int MINUTES = 120;

    private DurationFormat() {}

    public static String format(Duration duration) {
        double minutes = duration.toSeconds() / 60.0;
        return minutes < MINUTES
                ? String.format(Locale.ROOT, "%.0f min", minutes)
                : String.format(Locale.ROOT, "%.1f h", minutes / 60);
    }
}
