package io.tidemark.streams.run;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Announcements of a lane of which not everything is accounted for, oldest first. Not thread-safe. */
final class Announcements {
    /**
     * How long events that were announced are waited for, after the last one of them came and a later one of their lane was read. Streams
     * that catch up with a lane's heartbeats before they have read its events wait for as long as they were behind, as long as no later
     * event has come.
     */
    static final Duration GRACE = Duration.ofSeconds(30);

    /** As long as token batches are kept. */
    private static final Duration LONGEST = Duration.ofHours(6);

    /** Beyond so many, one is left out: a later one covers it. */
    private static final int MOST = 600;

    /** An announcement and when the last event that it announced came, by the host's clock. */
    private static final class Waiting {
        private final Announcement said;
        private long progressMillis;

        Waiting(Announcement said) {
            this.said = said;
            this.progressMillis = said.heardMillis();
        }
    }

    private final List<Waiting> waiting = new ArrayList<>();
    private final LaneEvents tokenBatches;
    private final LaneEvents requests;

    Announcements(LaneEvents tokenBatches, LaneEvents requests) {
        this.tokenBatches = tokenBatches;
        this.requests = requests;
    }

    void add(Announcement announcement) {
        waiting.add(new Waiting(announcement));
        if (waiting.size() > MOST) {
            waiting.remove(nearest());
        }
    }

    /** The one that leaves the shortest time without an announcement, so that those of a long backlog stay spread out evenly. */
    private int nearest() {
        int nearest = 0;
        long shortest = Long.MAX_VALUE;
        long before = 0;
        for (int i = 0; i < waiting.size() - 1; i++) {
            long without = waiting.get(i + 1).said.throughSecond() - before;
            if (i > 0 && without < shortest) {
                nearest = i;
                shortest = without;
            }
            before = waiting.get(i).said.throughSecond();
        }
        return nearest;
    }

    /** Events came that announcements may have waited for. */
    void came(LaneEvents.Came batches, LaneEvents.Came ended, long nowMillis) {
        for (Waiting one : waiting) {
            if (isBefore(batches, one.said.tokenBatches()) || isBefore(ended, one.said.requests())) {
                one.progressMillis = nowMillis;
            }
        }
    }

    private static boolean isBefore(LaneEvents.Came came, Announcement.Events said) {
        return said.isNumbered() ? came.before(said.next()) : came.before(Long.MAX_VALUE);
    }

    /** The latest announcement of which everything is accounted for, or has been waited for long enough; with it go all before it. */
    Optional<Announcement> takeOver(long nowMillis) {
        int last = -1;
        for (int i = 0; i < waiting.size(); i++) {
            Waiting one = waiting.get(i);
            if (isAccountedFor(one.said) || isWaitedOut(one, nowMillis)) {
                last = i;
            } else if (one.said.tokenBatches().lost() + one.said.requests().lost() == 0) {
                break; // those after it announce no less, unless they say that something was lost
            }
        }
        if (last < 0) {
            return Optional.empty();
        }
        Announcement over = waiting.get(last).said;
        waiting.subList(0, last + 1).clear();
        return Optional.of(over);
    }

    private boolean isAccountedFor(Announcement said) {
        return isAccountedFor(tokenBatches, said.tokenBatches()) && isAccountedFor(requests, said.requests());
    }

    private static boolean isAccountedFor(LaneEvents events, Announcement.Events said) {
        return said.isNumbered()
                ? events.gapsBelow(said.next()) <= events.lostAndOpen(said.lost())
                : events.isAccountedFor(said.handedOver());
    }

    private boolean isWaitedOut(Waiting one, long nowMillis) {
        long patience = isPassed(one.said) ? 0 : Math.min(one.said.ageMillis(), LONGEST.toMillis());
        return nowMillis - one.progressMillis >= Math.max(GRACE.toMillis(), patience);
    }

    /** Whether later events were read in each topic that lacks announced ones. */
    private boolean isPassed(Announcement said) {
        return isPassed(tokenBatches, said.tokenBatches()) && isPassed(requests, said.requests());
    }

    private static boolean isPassed(LaneEvents events, Announcement.Events said) {
        return !said.isNumbered() || events.gapsBelow(said.next()) == 0 || events.reaches(said.next());
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Whether the lane has said that it ends, and waits for events from before that. */
    boolean closes() {
        return !waiting.isEmpty() && waiting.get(waiting.size() - 1).said.closing();
    }

    /** Seconds from the first to the last that are waited for. */
    long spanSeconds() {
        return waiting.isEmpty()
                ? 0
                : waiting.get(waiting.size() - 1).said.throughSecond()
                        - waiting.get(0).said.throughSecond();
    }

    void write(WireWriter out) {
        out.count(waiting.size());
        waiting.forEach(one -> one.said.write(out));
    }

    void restore(WireReader in, long nowMillis) {
        for (int left = in.size(); left > 0; left--) {
            waiting.add(new Waiting(Announcement.read(in, nowMillis)));
        }
    }
}
