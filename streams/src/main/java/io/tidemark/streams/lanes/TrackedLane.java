package io.tidemark.streams.lanes;

import io.tidemark.events.Heartbeat;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * One lane: what it announced, and what of that was counted. What was announced and does not come is given up after a while: what it
 * belonged to is then incomplete, and what comes after it is not. Not thread-safe.
 */
public final class TrackedLane {
    /** No second of it is complete. */
    static final long NONE = Long.MIN_VALUE;

    /** A lane that says nothing for so long is silent: it does not hold the others up. */
    static final Duration SILENT_AFTER = Duration.ofSeconds(5);

    /** It has closed and all of it was counted. */
    public static final long ALL = Long.MAX_VALUE;

    private static final long LONG_AGO_MILLIS = 0;

    private final CountedLaneEvents tokenBatches;
    private final CountedLaneEvents requests;
    private final PendingAnnouncements announcements;
    private final PartitionWatermarks watermarks = new PartitionWatermarks();
    private final Map<Integer, Long> requestsByStep = new TreeMap<>();
    private MissingEvents missing = new MissingEvents();
    private LaneSegments segments = new LaneSegments();
    private long settledTokenBatches;
    private long settledRequests;
    private long newlyMissing;
    private long completeFrom = Long.MAX_VALUE;
    private long completeThrough = NONE;
    private long lastContactMillis;
    private final long knownSinceMillis;
    /** How old what was heard last was when it was heard. */
    private long lagMillis;

    private long heartbeatThrough = NONE;
    private boolean announces;
    private boolean isExpected;
    private int inFlight;
    private String target = "";

    /** @param sinceMillis since when it may have sent something */
    TrackedLane(long nowMillis, long sinceMillis) {
        this(nowMillis, sinceMillis, new CountedLaneEvents(), new CountedLaneEvents());
    }

    private TrackedLane(long nowMillis, long sinceMillis, CountedLaneEvents tokenBatches, CountedLaneEvents requests) {
        this.knownSinceMillis = nowMillis;
        onContact(nowMillis, sinceMillis);
        this.tokenBatches = tokenBatches;
        this.requests = requests;
        this.announcements = new PendingAnnouncements(tokenBatches, requests);
    }

    void onHeartbeat(Heartbeat heartbeat, long nowMillis) {
        announcements.add(Announcement.of(heartbeat, nowMillis));
        announces = true;
        onContact(nowMillis, heartbeat.getAt().toEpochMilli());
        heartbeatThrough = Math.max(heartbeatThrough, heartbeat.getAt().getEpochSecond());
        inFlight = heartbeat.getClosing() ? 0 : heartbeat.getInFlight();
        target = heartbeat.getTarget();
        segments.onHeartbeat(heartbeat);
        settle(nowMillis);
    }

    /** What it sent is a sign of life as well: of a history that is caught up with, heartbeats may be read long before the rest. */
    void count(LaneCount count, long nowMillis) {
        lastContactMillis = nowMillis;
        requestsByStep.merge(count.step(), count.requests(), Long::sum);
        segments.count(count.step(), count.segment(), count.requests());
    }

    /** Takes which records were read, after what they hold was counted. */
    void progress(LaneProgress progress, long nowMillis) {
        lastContactMillis = nowMillis;
        if (progress.throughSecond() >= 0) {
            onContact(nowMillis, TimeUnit.SECONDS.toMillis(progress.throughSecond()));
        }
        watermarks.reached(progress.partition(), progress.throughSecond(), nowMillis);
        CountedLaneEvents.NewEvents batches = tokenBatches.add(
                progress.tokenBatches(), (first, last) -> complete(missing.onTokenBatches(first, last)));
        CountedLaneEvents.NewEvents ended =
                requests.add(progress.requests(), (first, last) -> complete(missing.onRequests(first, last)));
        announcements.onEvents(batches, ended, nowMillis);
        settle(nowMillis);
    }

    /** Where the team has no room: see {@link CountedLaneEvents#shrink}. */
    void shrink() {
        tokenBatches.shrink();
        requests.shrink();
        announcements.reexamine();
    }

    /** How many things of about the same size it consists of. */
    int parts() {
        return tokenBatches.parts()
                + requests.parts()
                + announcements.size()
                + missing.size()
                + segments.size()
                + requestsByStep.size();
    }

    /** Whether events were read, and each of them is known to be counted. */
    boolean hasCounted(LaneProgress progress) {
        boolean any = !progress.tokenBatches().counted().isEmpty()
                || !progress.requests().counted().isEmpty();
        boolean anyRejected = !progress.tokenBatches().rejected().isEmpty()
                || !progress.requests().rejected().isEmpty();
        return any
                && !anyRejected
                && hasCounted(tokenBatches, progress.tokenBatches())
                && hasCounted(requests, progress.requests());
    }

    private static boolean hasCounted(CountedLaneEvents known, LaneProgress.Events events) {
        boolean[] all = {true};
        events.counted().forEach((first, last) -> all[0] &= known.hasCounted(first, last));
        return all[0];
    }

    private void onContact(long nowMillis, long stampMillis) {
        lastContactMillis = nowMillis;
        lagMillis = Math.max(0, nowMillis - stampMillis);
    }

    private void complete(OptionalLong fromSecond) {
        completeFrom = Math.min(completeFrom, fromSecond.orElse(Long.MAX_VALUE));
    }

    /** Gives up what has been waited for long enough; returns whether anything is settled by that. */
    boolean settle(long nowMillis) {
        Optional<Announcement> over = announcements.takeCompleted(nowMillis);
        over.ifPresent(this::settle);
        return over.isPresent();
    }

    private void settle(Announcement over) {
        long batches = settle(tokenBatches, over.tokenBatches());
        long ended = settle(requests, over.requests());
        long batchesBelow = Math.max(settledTokenBatches, over.tokenBatches().below());
        long requestsBelow = Math.max(settledRequests, over.requests().below());
        if (batches + ended > 0) {
            missing.add(
                    completeThrough == NONE ? 0 : completeThrough,
                    over.throughSecond(),
                    new MissingEvents.SequenceRange(settledTokenBatches, batchesBelow),
                    new MissingEvents.SequenceRange(settledRequests, requestsBelow),
                    batches,
                    ended);
            newlyMissing += batches + ended;
        }
        settledTokenBatches = batchesBelow;
        settledRequests = requestsBelow;
        segments.settle(over.step(), over.segmentsOver());
        completeThrough = Math.max(completeThrough, over.closing() ? ALL : over.throughSecond());
    }

    private static long settle(CountedLaneEvents events, Announcement.Events announced) {
        return announced.isNumbered()
                ? events.settleBelow(announced.next())
                : events.settleCount(announced.handedOver());
    }

    /** Every event before this epoch second has been counted or given up. */
    long completeThrough(long nowMillis) {
        if (!mayPause()) {
            return completeThrough;
        }
        return isNew(nowMillis) ? NONE : watermarks.completeThrough(nowMillis);
    }

    /**
     * Whether it has been known, or known again after a restart, for less than the grace of its partitions. Of a backlog its events may be read
     * before the run's definition and its heartbeats: until then nothing distinguishes it from a lane that announces nothing.
     */
    private boolean isNew(long nowMillis) {
        return nowMillis - knownSinceMillis < PendingAnnouncements.GRACE.toMillis();
    }

    /** The run names it: it will announce what it sends. */
    void expect() {
        isExpected = true;
    }

    /** One that the run does not name and that has never announced anything sends when it has something. */
    private boolean mayPause() {
        return !announces && !isExpected;
    }

    /** Whether only dead letters of it were read: their sender need not be of the run. */
    boolean isRejected() {
        return mayPause() && !watermarks.any();
    }

    /**
     * Whether it is expected to send and has been silent for longer than {@link #SILENT_AFTER}. What is read long after it was sent comes unevenly: the
     * lane is then waited for as long as {@link PendingAnnouncements} wait for its events, and else for their grace.
     *
     * @param isReadToPresent whether what other lanes sent at the same time was read, in each partition
     */
    boolean isSilent(long nowMillis, boolean isReadToPresent) {
        if (mayPause() || completeThrough == ALL || announcements.closes()) {
            return false;
        }
        long silenceMillis = nowMillis - lastContactMillis;
        if (!isLagging()) {
            return silenceMillis > SILENT_AFTER.toMillis();
        }
        return (announcements.isEmpty() || isReadToPresent) && silenceMillis > PendingAnnouncements.GRACE.toMillis();
    }

    /** Whether events that it announced are waited for. */
    boolean awaitsAnnounced() {
        return !announcements.isEmpty();
    }

    /** Whether the streams read it later than it sends. */
    private boolean isLagging() {
        return lagMillis > SILENT_AFTER.toMillis()
                || announcements.pendingSeconds() > PendingAnnouncements.GRACE.toSeconds();
    }

    /** How many events that may belong to seconds in {@code [fromSecond, untilSecond)} were announced and are not counted. */
    long missing(long fromSecond, long untilSecond) {
        return missing.between(fromSecond, untilSecond);
    }

    boolean missesAny() {
        return !missing.isEmpty();
    }

    /** Events that were given up since the last call. */
    long takeNewlyMissing() {
        long taken = newlyMissing;
        newlyMissing = 0;
        return taken;
    }

    /** The first second whose windows lack less than they did, since the last call; the largest value if there is none. */
    long takeCompleteFrom() {
        long taken = completeFrom;
        completeFrom = Long.MAX_VALUE;
        return taken;
    }

    /** Whether it sends heartbeats at all. */
    boolean announces() {
        return announces;
    }

    /** Second of its newest heartbeat since the start, or {@link #NONE}. */
    long heartbeatThrough() {
        return heartbeatThrough;
    }

    int inFlight() {
        return inFlight;
    }

    String target() {
        return target;
    }

    long requestsOfStep(int step) {
        return requestsByStep.getOrDefault(step, 0L);
    }

    /** Segments of a step, from its first, that are over for it and counted. */
    int segmentsComplete(int step) {
        return segments.complete(step);
    }

    public void write(WireWriter out) {
        tokenBatches.write(out);
        requests.write(out);
        missing.write(out);
        out.count(settledTokenBatches).count(settledRequests);
        out.flag(announces).count(inFlight).text(target);
        out.flag(completeThrough == ALL).optional(completeThrough == ALL ? -1 : Math.max(-1, completeThrough));
        out.count(requestsByStep.size());
        requestsByStep.forEach((step, count) -> out.count(step).count(count));
        announcements.write(out);
        segments.write(out);
        watermarks.write(out);
    }

    /** Reads a saved lane; it is unknown for how long the streams were away. */
    public static TrackedLane read(WireReader in, long nowMillis) {
        TrackedLane lane =
                new TrackedLane(nowMillis, LONG_AGO_MILLIS, CountedLaneEvents.read(in), CountedLaneEvents.read(in));
        lane.missing = MissingEvents.read(in);
        lane.settledTokenBatches = in.count();
        lane.settledRequests = in.count();
        lane.announces = in.flag();
        lane.inFlight = in.integer();
        lane.target = in.text();
        boolean everything = in.flag();
        long through = in.optional();
        lane.completeThrough = everything ? ALL : through < 0 ? NONE : through;
        for (int left = in.size(); left > 0; left--) {
            lane.requestsByStep.put(in.integer(), in.count());
        }
        lane.announcements.restore(in, nowMillis);
        lane.segments = LaneSegments.read(in);
        lane.watermarks.restore(in, nowMillis);
        return lane;
    }

    /**
     * How far the events of a lane that announces nothing have come, by the partition that they were read from: a second is complete a while
     * after every partition has passed it. Not thread-safe.
     */
    static final class PartitionWatermarks {
        /**
         * After a restart, how much longer than the grace nothing may come: a transaction that a killed host left open keeps events from being
         * read until the broker ends it, and on a busy machine streams begin to read late.
         */
        static final Duration RESTART = Duration.ofSeconds(90);

        private record Mark(long second, long millis) {}

        private final Map<Integer, Mark> byPartition = new TreeMap<>();
        private long completeThrough = TrackedLane.NONE;

        /** A partition brought events; -1 if they hold no second. */
        void reached(int partition, long second, long nowMillis) {
            if (second >= 0) {
                byPartition.merge(
                        partition,
                        new Mark(second, nowMillis),
                        (before, now) -> new Mark(Math.max(before.second, now.second), now.millis));
            }
        }

        boolean any() {
            return !byPartition.isEmpty();
        }

        /** Before which second all is taken to have come; everything if nothing has come for the grace, and after a restart for longer. */
        long completeThrough(long nowMillis) {
            long grace = PendingAnnouncements.GRACE.toMillis();
            long slowest = byPartition.values().stream()
                    .filter(mark -> nowMillis - mark.millis < grace)
                    .mapToLong(Mark::second)
                    .min()
                    .orElse(TrackedLane.ALL);
            if (slowest == TrackedLane.ALL) {
                return TrackedLane.ALL;
            }
            completeThrough = Math.max(completeThrough, slowest - PendingAnnouncements.GRACE.toSeconds());
            return completeThrough;
        }

        void write(WireWriter out) {
            out.count(byPartition.size());
            byPartition.forEach((partition, mark) -> out.count(partition).count(mark.second));
        }

        void restore(WireReader in, long nowMillis) {
            for (int left = in.size(); left > 0; left--) {
                byPartition.put(in.integer(), new Mark(in.count(), nowMillis + RESTART.toMillis()));
            }
        }
    }
}
