package io.tidemark.streams.steps;

import io.tidemark.schemas.IncompleteSignals;
import io.tidemark.schemas.ServerClock;
import io.tidemark.schemas.ServerRestarts;
import io.tidemark.streams.signals.ScrapeHistory;
import io.tidemark.streams.validation.ClientTimestamps;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** What is to be known of the server's signals in a result: that they are of a part of its time only. Pure. */
final class SignalFlags {
    private static final Duration TOLERANCE = Duration.ofSeconds(5);

    private SignalFlags() {}

    static List<String> of(ScrapeHistory samples, String target, StepContext.Span span) {
        List<String> flags = new ArrayList<>();
        OptionalLong known = samples.knownThrough(target);
        if (known.isPresent() && span.until().isPresent()) {
            long missing = ClientTimestamps.micros(span.until().get()) - known.getAsLong();
            if (missing > TOLERANCE.toNanos() / 1_000) {
                flags.add(IncompleteSignals.flag(
                        Duration.of(missing, ChronoUnit.MICROS).toSeconds()));
            }
        }
        if (samples.hasDropped(target, ClientTimestamps.micros(span.from()))) {
            flags.add("server signals cover only the newest scrapes: an hour, or as many as the team has room for");
        }
        long untilMicros = span.until().map(ClientTimestamps::micros).orElse(Long.MAX_VALUE);
        long skewMillis = samples.worstSkewMillis(target, ClientTimestamps.micros(span.from()), untilMicros);
        if (ServerClock.isWrong(skewMillis)) {
            flags.add("the server's clock is " + Math.abs(skewMillis) / 1_000 + " s "
                    + (skewMillis > 0 ? "ahead of" : "behind")
                    + " the scraper's: signals use the scraper's clock; do not compare them with times from the"
                    + " server");
        }
        long beginnings = samples.restarts(target, ClientTimestamps.micros(span.from()), untilMicros);
        if (beginnings > 0) {
            flags.add(ServerRestarts.flag(beginnings));
        }
        return flags;
    }
}
