package io.tidemark.streams.signals;

import io.tidemark.streams.lanes.RunLanes;
import io.tidemark.streams.lanes.TrackedLane;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * How long what is to be final waits for what the server reported of itself. A target that has been scraped is expected to be scraped on:
 * what ends at a second is joined once its scrapes have passed it, or 5 s of the host's clock after the lanes announced it; one that with its run
 * falls silent for that long is waited for no longer. A history is read much faster than it was made and unevenly: what ends more than 5 s after
 * the newest scrape of a backlog waits until no scrape has come for 30 s. A scrape that comes after all is amended in. For one moment, not thread-safe.
 */
public final class ScrapeGracePeriod {
    private final RunSignals signals;
    private final RunLanes lanes;
    private final long nowMillis;
    private OptionalLong announced = OptionalLong.empty();

    public ScrapeGracePeriod(RunSignals signals, RunLanes lanes, long nowMillis) {
        this.signals = signals;
        this.lanes = lanes;
        this.nowMillis = nowMillis;
    }

    /** Of the seconds that lanes have announced, those that may be settled. */
    public long settleThrough(long announcedSecond) {
        return signals.scrapes().targets().stream()
                .mapToLong(target -> settleThrough(target, announcedSecond))
                .reduce(announcedSecond, Math::min);
    }

    private long settleThrough(String target, long announcedSecond) {
        OptionalLong joined = joinedThrough(target);
        if (joined.isEmpty()) {
            return announcedSecond;
        }
        long waited = isSilent()
                ? announcedSecond
                : Math.max(joined.getAsLong(), signals.announced().announcedBefore());
        return isBacklog(target) ? Math.min(waited, joined.getAsLong() + ScrapeContact.GRACE.toSeconds()) : waited;
    }

    /**
     * Of seconds that were settled already, those that may be amended: scrapes that still come are not overtaken, as long as they can
     * be amended in.
     *
     * @param retainFrom the oldest second that is kept
     */
    public long amendThrough(long announcedSecond, long retainFrom) {
        return signals.scrapes().targets().stream()
                .flatMapToLong(target ->
                        joinedThrough(target).stream().filter(joined -> isComing(target, joined, announcedSecond)))
                .filter(joined -> joined >= retainFrom)
                .reduce(announcedSecond, Math::min);
    }

    private boolean isComing(String target, long joined, long announcedSecond) {
        boolean isRecent = signals.contact(target)
                .filter(contact -> contact.isRecent(nowMillis))
                .isPresent();
        return isRecent || (isBacklog(target) && isBeyondTolerance(joined, announcedSecond));
    }

    /** Whether what a target reported up to a moment, epoch microseconds, is there or is not to be waited for. */
    public boolean isSatisfied(String target, long untilMicros) {
        OptionalLong known = signals.scrapes().knownThrough(target);
        if (known.isEmpty() || known.getAsLong() >= untilMicros) {
            return true;
        }
        boolean isAwaited = isBacklog(target) && isBeyondTolerance(second(known.getAsLong()), second(untilMicros));
        return !isAwaited && (isSilent() || lanesPassed(untilMicros));
    }

    private boolean lanesPassed(long untilMicros) {
        long through = announcedThrough();
        return through != TrackedLane.ALL
                && Math.min(through, signals.announced().announcedBefore()) > second(untilMicros);
    }

    /** Asked of all lanes once. */
    private long announcedThrough() {
        if (announced.isEmpty()) {
            announced = OptionalLong.of(lanes.announcedThrough(nowMillis));
        }
        return announced.getAsLong();
    }

    private boolean isSilent() {
        return nowMillis - signals.runDataMillis() > ScrapeContact.GRACE.toMillis();
    }

    private boolean isBacklog(String target) {
        return signals.contact(target)
                .filter(contact -> contact.isBacklog(nowMillis))
                .isPresent();
    }

    private static boolean isBeyondTolerance(long joined, long second) {
        return second > joined + ScrapeContact.GRACE.toSeconds();
    }

    private OptionalLong joinedThrough(String target) {
        return signals.scrapes().knownThrough(target).stream()
                .map(ScrapeGracePeriod::second)
                .findFirst();
    }

    private static long second(long micros) {
        return Math.floorDiv(micros, TimeUnit.SECONDS.toMicros(1));
    }
}
