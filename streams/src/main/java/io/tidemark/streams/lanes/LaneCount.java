package io.tidemark.streams.lanes;

import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/**
 * Records of a lane that were read, by the step and segment that their requests were due in, duplicates left out; what finality is
 * decided by.
 */
public record LaneCount(String lane, int step, int segment, long tokenBatches, long requests, long duplicates) {
    public void write(WireWriter out) {
        out.text(lane)
                .count(step)
                .count(segment)
                .count(tokenBatches)
                .count(requests)
                .count(duplicates);
    }

    /** Older versions did not tell segments apart. */
    public static LaneCount read(WireReader in) {
        String lane = in.text();
        int step = in.integer();
        int segment = in.since(Pane.WITH_SEGMENTS) ? in.integer() : 0;
        return new LaneCount(lane, step, segment, in.count(), in.count(), in.count());
    }
}
