package io.tidemark.streams.pane;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/** Records of a lane and step that were read, duplicates left out; what finality is decided by. */
public record LaneCount(String lane, int step, long tokenBatches, long requests, long duplicates) {
    public void write(WireWriter out) {
        out.text(lane).count(step).count(tokenBatches).count(requests).count(duplicates);
    }

    public static LaneCount read(WireReader in) {
        return new LaneCount(in.text(), in.integer(), in.count(), in.count(), in.count());
    }
}
