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
        private final Announcement announced;
        private long progressMillis;

        Pending(Announcement announced) {
            this.announced = announced;
            this.progressMillis = announced.heardMillis();
        }
    }

    private final List<Pending> pending = new ArrayList<>();
    private final CountedLaneEvents tokenBatches;
    private final CountedLaneEvents requests;

    /** So many, from the oldest on, are not complete before {@link #dueMillis} unless events come. */
    private int examined;

    private long dueMillis = Long.MAX_VALUE;

    PendingAnnouncements(CountedLaneEvents tokenBatches, CountedLaneEvents requests) {
        this.tokenBatches = tokenBatches;
        this.requests = requests;
    }

    void add(Announcement announcement) {
        pending.add(new Pending(announcement));
        if (pending.size() > MAX_PENDING) {
            int leftOut = closestPair();
            pending.remove(leftOut);
            examined -= leftOut < examined ? 1 : 0;
        }
    }

    /** The one that leaves the shortest time without an announcement, so that those of a long backlog stay spread out evenly. */
    private int closestPair() {
        int nearest = 0;
        long shortest = Long.MAX_VALUE;
        long before = 0;
        for (int i = 0; i < pending.size() - 1; i++) {
            long without = pending.get(i + 1).announced.throughSecond() - before;
            if (i > 0 && without < shortest) {
                nearest = i;
                shortest = without;
            }
            before = pending.get(i).announced.throughSecond();
        }
        return nearest;
    }

    /** Events came that announcements may have waited for. */
    void onEvents(CountedLaneEvents.NewEvents batches, CountedLaneEvents.NewEvents ended, long nowMillis) {
        for (Pending one : pending) {
            if (isBefore(batches, one.announced.tokenBatches()) || isBefore(ended, one.announced.requests())) {
                one.progressMillis = nowMillis;
            }
        }
        reexamine();
    }

    /** What is counted, or given up, has changed: any of them may be complete. */
    void reexamine() {
        examined = 0;
        dueMillis = Long.MAX_VALUE;
    }

    /** How many {@link #takeCompleted} looks at, at most. */
    int unexamined(long nowMillis) {
        return nowMillis < dueMillis ? pending.size() - examined : pending.size();
    }

    private static boolean isBefore(CountedLaneEvents.NewEvents came, Announcement.Events announced) {
        return announced.isNumbered() ? came.before(announced.next()) : came.before(Long.MAX_VALUE);
    }

    /** The latest announcement of which everything is accounted for, or has been waited for long enough; with it go all before it. */
    Optional<Announcement> takeCompleted(long nowMillis) {
        if (nowMillis >= dueMillis) {
            reexamine();
        }
        int last = -1;
        for (; examined < pending.size(); examined++) {
            Pending one = pending.get(examined);
            long deadlineMillis = deadlineMillis(one);
            if (isAccountedFor(one.announced) || nowMillis >= deadlineMillis) {
                last = examined;
                continue;
            }
            dueMillis = Math.min(dueMillis, deadlineMillis);
            if (one.announced.tokenBatches().lost() + one.announced.requests().lost() == 0) {
                break; // those after it announce no less, unless they say that something was lost
            }
        }
        if (last < 0) {
            return Optional.empty();
        }
        Announcement over = pending.get(last).announced;
        pending.subList(0, last + 1).clear();
        reexamine();
        return Optional.of(over);
    }

    private boolean isAccountedFor(Announcement announced) {
        return isAccountedFor(tokenBatches, announced.tokenBatches()) && isAccountedFor(requests, announced.requests());
    }

    private static boolean isAccountedFor(CountedLaneEvents events, Announcement.Events announced) {
        return announced.isNumbered()
                ? events.gapsBelow(announced.next()) <= events.lostAndOpen(announced.lost())
                : events.isAccountedFor(announced.handedOver());
    }

    /** When it has been waited for long enough, by the host's clock. */
    private long deadlineMillis(Pending one) {
        long patience = isPassed(one.announced) ? 0 : Math.min(one.announced.ageMillis(), MAX_WAIT.toMillis());
        return one.progressMillis + Math.max(GRACE.toMillis(), patience);
    }

    /** Whether later events were read in each topic that lacks announced ones. */
    private boolean isPassed(Announcement announced) {
        return isPassed(tokenBatches, announced.tokenBatches()) && isPassed(requests, announced.requests());
    }

    private static boolean isPassed(CountedLaneEvents events, Announcement.Events announced) {
        return !announced.isNumbered() || events.gapsBelow(announced.next()) == 0 || events.reaches(announced.next());
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    int size() {
        return pending.size();
    }

    /** Whether the lane has announced that it ends, and waits for events from before that. */
    boolean closes() {
        return !pending.isEmpty() && pending.get(pending.size() - 1).announced.closing();
    }

    /** Seconds from the first to the last that are waited for. */
    long pendingSeconds() {
        return pending.isEmpty()
                ? 0
                : pending.get(pending.size() - 1).announced.throughSecond()
                        - pending.get(0).announced.throughSecond();
    }

    void write(WireWriter out) {
        out.count(pending.size());
        pending.forEach(one -> one.announced.write(out));
    }

    void restore(WireReader in, long nowMillis) {
        for (int left = in.size(); left > 0; left--) {
            pending.add(new Pending(Announcement.read(in, nowMillis)));
        }
    }
}
