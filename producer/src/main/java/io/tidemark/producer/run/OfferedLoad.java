package io.tidemark.producer.run;

import io.tidemark.events.LoadKind;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What a step asked of the server, and what it got.
 *
 * @param asked requests (conversations, where they have turns) per second, or conversations at a time
 * @param drawnPerSecond requests due per second of the measured part, of an open-loop step; never judged against the asked rate
 * @param achievedPerSecond requests sent per second of the measured part
 */
public record OfferedLoad(
        LoadKind kind, double asked, OptionalDouble drawnPerSecond, OptionalDouble achievedPerSecond) {
    /** {@code 2.50 req/s} or {@code 8 concurrent}. */
    public String words() {
        return kind == LoadKind.CONCURRENCY
                ? String.format(Locale.ROOT, "%.0f concurrent", asked)
                : String.format(Locale.ROOT, "%.3g req/s", asked);
    }
}
