package io.tidemark.streams.run;

import io.tidemark.events.Heartbeat;
import io.tidemark.streams.pane.LaneCount;
import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/** One lane: what it announced, and what of that was counted. Not thread-safe. */
final class LaneBook {
    /** No second of it is complete. */
    static final long NOTHING = Long.MIN_VALUE;

    /** It has closed and all of it was counted. */
    static final long EVERYTHING = Long.MAX_VALUE;

    private static final int MOST_PENDING = 600;

    private record Announcement(long throughSecond, long tokenBatches, long requests, boolean closing) {
        void write(WireWriter out) {
            out.count(throughSecond).count(tokenBatches).count(requests).flag(closing);
        }

        static Announcement read(WireReader in) {
            return new Announcement(in.count(), in.count(), in.count(), in.flag());
        }
    }

    private final Deque<Announcement> pending = new ArrayDeque<>();
    private final Map<Integer, Long> requestsByStep = new TreeMap<>();
    private LaneSegments segments = new LaneSegments();
    private long tokenBatches;
    private long requests;
    private long duplicates;
    private long completeThrough = NOTHING;
    private long heardMillis;
    private long heardThrough = NOTHING;
    private boolean announces;
    private int inFlight;
    private String target = "";

    LaneBook(long nowMillis) {
        heardMillis = nowMillis;
    }

    void hear(Heartbeat heartbeat, long nowMillis) {
        Instant through = heartbeat.getPublishedThrough();
        pending.add(new Announcement(
                Math.max(0, through.getEpochSecond()),
                heartbeat.getTokenBatches(),
                heartbeat.getRequests(),
                heartbeat.getClosing()));
        if (pending.size() > MOST_PENDING) {
            pending.remove(); // a later announcement covers it
        }
        announces = true;
        heardMillis = nowMillis;
        heardThrough = Math.max(heardThrough, heartbeat.getAt().getEpochSecond());
        inFlight = heartbeat.getClosing() ? 0 : heartbeat.getInFlight();
        target = heartbeat.getTarget();
        segments.hear(heartbeat);
        confirm();
    }

    /** What it sent is a sign of life as well: of a history that is caught up with, heartbeats may be read long before the rest. */
    void count(LaneCount count, long nowMillis) {
        heardMillis = nowMillis;
        tokenBatches += count.tokenBatches();
        requests += count.requests();
        duplicates += count.duplicates();
        requestsByStep.merge(count.step(), count.requests(), Long::sum);
        segments.count(count.step(), count.segment(), count.requests());
        confirm();
    }

    /** Every event before this epoch second has been counted. */
    long completeThrough() {
        return completeThrough;
    }

    /** Whether it sends heartbeats at all. */
    boolean announces() {
        return announces;
    }

    long heardMillis() {
        return heardMillis;
    }

    /** Second of its newest heartbeat since the start, or {@link #NOTHING}. */
    long heardThrough() {
        return heardThrough;
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
    int segmentsOver(int step) {
        return segments.complete(step);
    }

    void write(WireWriter out) {
        out.count(tokenBatches).count(requests).count(duplicates);
        out.flag(announces).count(inFlight).text(target);
        out.flag(completeThrough == EVERYTHING)
                .optional(completeThrough == EVERYTHING ? -1 : Math.max(-1, completeThrough));
        out.count(requestsByStep.size());
        requestsByStep.forEach((step, count) -> out.count(step).count(count));
        out.count(pending.size());
        pending.forEach(announcement -> announcement.write(out));
        segments.write(out);
    }

    static LaneBook read(WireReader in, long nowMillis) {
        LaneBook lane = new LaneBook(nowMillis);
        lane.tokenBatches = in.count();
        lane.requests = in.count();
        lane.duplicates = in.count();
        lane.announces = in.flag();
        lane.inFlight = in.integer();
        lane.target = in.text();
        boolean everything = in.flag();
        long through = in.optional();
        lane.completeThrough = everything ? EVERYTHING : through < 0 ? NOTHING : through;
        for (int left = in.size(); left > 0; left--) {
            lane.requestsByStep.put(in.integer(), in.count());
        }
        for (int left = in.size(); left > 0; left--) {
            lane.pending.add(Announcement.read(in));
        }
        lane.segments = in.since(Pane.WITH_SEGMENTS) ? LaneSegments.read(in) : new LaneSegments();
        return lane;
    }

    private void confirm() {
        while (!pending.isEmpty() && isCounted(pending.element())) {
            Announcement counted = pending.remove();
            completeThrough = Math.max(completeThrough, counted.closing ? EVERYTHING : counted.throughSecond);
        }
    }

    private boolean isCounted(Announcement announcement) {
        return tokenBatches >= announcement.tokenBatches && requests >= announcement.requests;
    }
}
