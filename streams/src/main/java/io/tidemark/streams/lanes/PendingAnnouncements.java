package io.tidemark.streams.lanes;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Announcements of a lane of which not everything is accounted for, oldest first. Not thread-safe. */
final class PendingAnnouncements {
    /**
     * How long events that were announced are waited for, after the last one of them came and a later one of their lane was read. Streams
     * that catch up with a lane's heartbeats before they have read its events wait for as long as they were behind, as long as no later
     * event has come.
     */
    static final Duration GRACE = Duration.ofSeconds(30);

    /** As long as token batches are kept. */
    private static final Duration MAX_WAIT = Duration.ofHours(6);

    /** Beyond so many, one is left out: a later one covers it. */
    private static final int MAX_PENDING = 600;

    /** An announcement and when the last event that it announced came, by the host's clock. */
    private static final class Pending {
        private final Announcement said;
        private long progressMillis;

        Pending(Announcement said) {
            this.said = said;
            this.progressMillis = said.heardMillis();
        }
    }

    private final List<Pending> pending = new ArrayList<>();
    private final CountedLaneEvents tokenBatches;
    private final CountedLaneEvents requests;

    PendingAnnouncements(CountedLaneEvents tokenBatches, CountedLaneEvents requests) {
        this.tokenBatches = tokenBatches;
        this.requests = requests;
    }

    void add(Announcement announcement) {
        pending.add(new Pending(announcement));
        if (pending.size() > MAX_PENDING) {
            pending.remove(closestPair());
        }
    }

    /** The one that leaves the shortest time without an announcement, so that those of a long backlog stay spread out evenly. */
    private int closestPair() {
        int nearest = 0;
        long shortest = Long.MAX_VALUE;
        long before = 0;
        for (int i = 0; i < pending.size() - 1; i++) {
            long without = pending.get(i + 1).said.throughSecond() - before;
            if (i > 0 && without < shortest) {
                nearest = i;
                shortest = without;
            }
            before = pending.get(i).said.throughSecond();
        }
        return nearest;
    }

    /** Events came that announcements may have waited for. */
    void onEvents(CountedLaneEvents.NewEvents batches, CountedLaneEvents.NewEvents ended, long nowMillis) {
        for (Pending one : pending) {
            if (isBefore(batches, one.said.tokenBatches()) || isBefore(ended, one.said.requests())) {
                one.progressMillis = nowMillis;
            }
        }
    }

    private static boolean isBefore(CountedLaneEvents.NewEvents came, Announcement.Events said) {
        return said.isNumbered() ? came.before(said.next()) : came.before(Long.MAX_VALUE);
    }

    /** The latest announcement of which everything is accounted for, or has been waited for long enough; with it go all before it. */
    Optional<Announcement> takeCompleted(long nowMillis) {
        int last = -1;
        for (int i = 0; i < pending.size(); i++) {
            Pending one = pending.get(i);
            if (isAccountedFor(one.said) || isTimedOut(one, nowMillis)) {
                last = i;
            } else if (one.said.tokenBatches().lost() + one.said.requests().lost() == 0) {
                break; // those after it announce no less, unless they say that something was lost
            }
        }
        if (last < 0) {
            return Optional.empty();
        }
        Announcement over = pending.get(last).said;
        pending.subList(0, last + 1).clear();
        return Optional.of(over);
    }

    private boolean isAccountedFor(Announcement said) {
        return isAccountedFor(tokenBatches, said.tokenBatches()) && isAccountedFor(requests, said.requests());
    }

    private static boolean isAccountedFor(CountedLaneEvents events, Announcement.Events said) {
        return said.isNumbered()
                ? events.gapsBelow(said.next()) <= events.lostAndOpen(said.lost())
                : events.isAccountedFor(said.handedOver());
    }

    private boolean isTimedOut(Pending one, long nowMillis) {
        long patience = isPassed(one.said) ? 0 : Math.min(one.said.ageMillis(), MAX_WAIT.toMillis());
        return nowMillis - one.progressMillis >= Math.max(GRACE.toMillis(), patience);
    }

    /** Whether later events were read in each topic that lacks announced ones. */
    private boolean isPassed(Announcement said) {
        return isPassed(tokenBatches, said.tokenBatches()) && isPassed(requests, said.requests());
    }

    private static boolean isPassed(CountedLaneEvents events, Announcement.Events said) {
        return !said.isNumbered() || events.gapsBelow(said.next()) == 0 || events.reaches(said.next());
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    /** Whether the lane has said that it ends, and waits for events from before that. */
    boolean closes() {
        return !pending.isEmpty() && pending.get(pending.size() - 1).said.closing();
    }

    /** Seconds from the first to the last that are waited for. */
    long pendingSeconds() {
        return pending.isEmpty()
                ? 0
                : pending.get(pending.size() - 1).said.throughSecond()
                        - pending.get(0).said.throughSecond();
    }

    void write(WireWriter out) {
        out.count(pending.size());
        pending.forEach(one -> one.said.write(out));
    }

    void restore(WireReader in, long nowMillis) {
        for (int left = in.size(); left > 0; left--) {
            pending.add(new Pending(Announcement.read(in, nowMillis)));
        }
    }
}
