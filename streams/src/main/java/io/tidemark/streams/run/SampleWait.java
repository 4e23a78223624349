package io.tidemark.streams.run;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * How long what is to be final waits for what the server said of itself. A target that has been scraped is expected to be scraped on:
 * what ends at a second is joined once its scrapes have passed it. One that falls behind the lanes, or with its run falls silent, by
 * {@link #PATIENCE} is waited for no longer; a scrape that comes after all is amended in.
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
        return Math.min(announcedSecond, Math.max(joined, announcedSecond - PATIENCE.toSeconds()));
    }

    /** Whether what a target said up to a moment, epoch microseconds, is there or is not to be waited for. */
    boolean isOver(String target, long untilMicros) {
        OptionalLong known = book.samples().knownThrough(target);
        return known.isEmpty() || known.getAsLong() >= untilMicros || isSilent() || lanesArePast(untilMicros);
    }

    private boolean lanesArePast(long untilMicros) {
        long announced = book.lanes().announced(nowMillis);
        long end = Math.floorDiv(untilMicros, TimeUnit.SECONDS.toMicros(1)) + PATIENCE.toSeconds();
        return announced != LaneBook.EVERYTHING && announced > end;
    }

    private boolean isSilent() {
        return nowMillis - book.touchedMillis() > PATIENCE.toMillis();
    }
}
