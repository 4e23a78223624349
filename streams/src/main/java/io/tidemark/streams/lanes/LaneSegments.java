package io.tidemark.streams.lanes;

import io.tidemark.events.Heartbeat;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.NavigableMap;
import java.util.TreeMap;

/** One lane's requests by step and segment, and the segments of which all that it announced was counted. Not thread-safe. */
final class LaneSegments {
    /** Steps that are distinguished at once: of the first ones beyond, segments are over when their step is. */
    static final int MAX_STEPS = 64;

    private final NavigableMap<Integer, SegmentCounts> steps = new TreeMap<>();

    void count(int step, int segment, long requests) {
        if (requests > 0) {
            step(step).count(segment, requests);
        }
    }

    void onHeartbeat(Heartbeat heartbeat) {
        if (heartbeat.getStep() >= 0 && heartbeat.getSegmentsOver() > 0) {
            step(heartbeat.getStep()).announce(heartbeat.getSegmentsOver(), heartbeat.getSegmentRequests());
        }
    }

    /** Everything that was announced of these segments has been counted or given up. */
    void settle(int step, int segmentsOver) {
        if (step >= 0 && segmentsOver > 0) {
            step(step).settle(segmentsOver);
        }
    }

    /** Segments of a step, from its first, that are over and counted. */
    int complete(int step) {
        SegmentCounts counts = steps.get(step);
        return counts == null ? 0 : counts.complete();
    }

    private SegmentCounts step(int step) {
        SegmentCounts known = steps.computeIfAbsent(step, unseen -> new SegmentCounts());
        if (steps.size() > MAX_STEPS) {
            steps.pollFirstEntry();
        }
        return known;
    }

    int size() {
        return steps.values().stream().mapToInt(SegmentCounts::size).sum();
    }

    void write(WireWriter out) {
        out.count(steps.size());
        steps.forEach((step, counts) -> {
            out.count(step);
            counts.write(out);
        });
    }

    static LaneSegments read(WireReader in) {
        LaneSegments read = new LaneSegments();
        for (int left = in.size(); left > 0; left--) {
            read.steps.put(in.integer(), SegmentCounts.read(in));
        }
        return read;
    }
}
