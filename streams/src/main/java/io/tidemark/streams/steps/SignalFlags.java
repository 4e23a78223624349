package io.tidemark.streams.steps;

import io.tidemark.schemas.IncompleteSignals;
import io.tidemark.schemas.IncompleteSignals.FailedScrapes;
import io.tidemark.schemas.ServerClock;
import io.tidemark.schemas.ServerRestarts;
import io.tidemark.streams.signals.ScrapeHistory;
import io.tidemark.streams.validation.ClientTimestamps;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** What is to be known of the server's signals in a result: that they are of a part of its time only, or not used. Pure. */
final class SignalFlags {
    private static final Duration TOLERANCE = Duration.ofSeconds(5);

    /** Of values out of range so many series are named: a producer can name any number. */
    private static final int MAX_SERIES = 10;

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
        long fromMicros = ClientTimestamps.micros(span.from());
        long untilMicros = span.until().map(ClientTimestamps::micros).orElse(Long.MAX_VALUE);
        List<FailedScrapes> failed = samples.failed(target, fromMicros, untilMicros);
        if (!failed.isEmpty()) {
            flags.add(IncompleteSignals.ofFailed(failed));
        }
        samples.outOfRange(target, fromMicros, untilMicros).values().stream()
                .limit(MAX_SERIES)
                .forEach(unused -> flags.add(unused.get(unused.size() - 1).flag(unused.size())));
        if (samples.hasDropped(target, fromMicros)) {
            flags.add("server signals cover only the newest scrapes: an hour, or as many as the team has room for");
        }
        long skewMillis = samples.worstSkewMillis(target, fromMicros, untilMicros);
        if (ServerClock.isWrong(skewMillis)) {
            flags.add("the server's clock is " + Math.abs(skewMillis) / 1_000 + " s "
                    + (skewMillis > 0 ? "ahead of" : "behind")
                    + " the scraper's: signals use the scraper's clock; do not compare them with times from the"
                    + " server");
        }
        long beginnings = samples.restarts(target, fromMicros, untilMicros);
        if (beginnings > 0) {
            flags.add(ServerRestarts.flag(beginnings));
        }
        return flags;
    }
}
