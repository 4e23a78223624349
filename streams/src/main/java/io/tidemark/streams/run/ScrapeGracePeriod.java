package io.tidemark.streams.run;

import io.tidemark.streams.lanes.TrackedLane;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * How long what is to be final waits for what the server said of itself. A target that has been scraped is expected to be scraped on:
 * what ends at a second is joined once its scrapes have passed it, or {@link #GRACE} after the lanes announced it; one that with its run falls silent for
 * that long is waited for no longer. Both go by the host's clock: a history is read much faster than it was made. A scrape that comes
 * after all is amended in.
 */
final class ScrapeGracePeriod {
    static final Duration GRACE = Duration.ofSeconds(5);

    private final TrackedRun book;
    private final long nowMillis;

    ScrapeGracePeriod(TrackedRun book, long nowMillis) {
        this.book = book;
        this.nowMillis = nowMillis;
    }

    /** Of the seconds that lanes have announced, those that may be settled. */
    long settleThrough(long announcedSecond) {
        OptionalLong known = book.scrapes().knownThrough();
        if (known.isEmpty() || isSilent()) {
            return announcedSecond;
        }
        long joined = Math.floorDiv(known.getAsLong(), TimeUnit.SECONDS.toMicros(1));
        return Math.min(announcedSecond, Math.max(joined, book.announced().announcedBefore()));
    }

    /**
     * Of seconds that were settled already, those that may be amended: scrapes that still come are not overtaken, as long as they can
     * be amended in.
     */
    long amendThrough(long announcedSecond) {
        return book.scrapes().targets().stream()
                .filter(this::isScraped)
                .flatMapToLong(target -> book.scrapes().knownThrough(target).stream())
                .map(micros -> Math.floorDiv(micros, TimeUnit.SECONDS.toMicros(1)))
                .filter(joined -> joined >= book.emission().retainFrom())
                .reduce(announcedSecond, Math::min);
    }

    private boolean isScraped(String target) {
        return book.lastScrapeMillis(target).stream().anyMatch(millis -> nowMillis - millis <= GRACE.toMillis());
    }

    /** Whether what a target said up to a moment, epoch microseconds, is there or is not to be waited for. */
    boolean isSatisfied(String target, long untilMicros) {
        OptionalLong known = book.scrapes().knownThrough(target);
        return known.isEmpty() || known.getAsLong() >= untilMicros || isSilent() || lanesPassed(untilMicros);
    }

    private boolean lanesPassed(long untilMicros) {
        long announced = book.lanes().announcedThrough(nowMillis);
        long end = Math.floorDiv(untilMicros, TimeUnit.SECONDS.toMicros(1));
        return announced != TrackedLane.ALL
                && Math.min(announced, book.announced().announcedBefore()) > end;
    }

    private boolean isSilent() {
        return nowMillis - book.lastDataMillis() > GRACE.toMillis();
    }
}
