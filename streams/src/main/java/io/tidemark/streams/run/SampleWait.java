package io.tidemark.streams.run;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * How long what is to be final waits for what the server said of itself. A target that has been scraped is expected to be scraped on:
 * what ends at a second is joined once its scrapes have passed it, or {@link #PATIENCE} after the lanes announced it; one that with its run falls silent for
 * that long is waited for no longer. Both go by the host's clock: a history is read much faster than it was made. A scrape that comes
 * after all is amended in.
 */
final class SampleWait {
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private final RunBook book;
    private final long nowMillis;

    SampleWait(RunBook book, long nowMillis) {
        this.book = book;
        this.nowMillis = nowMillis;
    }

    /** Of the seconds that lanes have announced, those that may be settled. */
    long settleThrough(long announcedSecond) {
        OptionalLong known = book.samples().knownThrough();
        if (known.isEmpty() || isSilent()) {
            return announcedSecond;
        }
        long joined = Math.floorDiv(known.getAsLong(), TimeUnit.SECONDS.toMicros(1));
        return Math.min(announcedSecond, Math.max(joined, book.announced().asOfBefore()));
    }

    /**
     * Of seconds that were settled already, those that may be amended: scrapes that still come are not overtaken, as long as they can
     * be amended in.
     */
    long amendThrough(long announcedSecond) {
        return book.samples().targets().stream()
                .filter(this::isScraped)
                .flatMapToLong(target -> book.samples().knownThrough(target).stream())
                .map(micros -> Math.floorDiv(micros, TimeUnit.SECONDS.toMicros(1)))
                .filter(joined -> joined >= book.heads().keepFrom())
                .reduce(announcedSecond, Math::min);
    }

    private boolean isScraped(String target) {
        return book.scrapedMillis(target).stream().anyMatch(millis -> nowMillis - millis <= PATIENCE.toMillis());
    }

    /** Whether what a target said up to a moment, epoch microseconds, is there or is not to be waited for. */
    boolean isOver(String target, long untilMicros) {
        OptionalLong known = book.samples().knownThrough(target);
        return known.isEmpty() || known.getAsLong() >= untilMicros || isSilent() || lanesArePast(untilMicros);
    }

    private boolean lanesArePast(long untilMicros) {
        long announced = book.lanes().announced(nowMillis);
        long end = Math.floorDiv(untilMicros, TimeUnit.SECONDS.toMicros(1));
        return announced != LaneBook.EVERYTHING
                && Math.min(announced, book.announced().asOfBefore()) > end;
    }

    private boolean isSilent() {
        return nowMillis - book.touchedMillis() > PATIENCE.toMillis();
    }
}
