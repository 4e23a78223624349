package io.tidemark.streams.lanes;

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

    public static LaneCount read(WireReader in) {
        return new LaneCount(in.text(), in.integer(), in.integer(), in.count(), in.count(), in.count());
    }
}
