package io.tidemark.streams.panes;

import io.tidemark.events.DoubtCount;
import io.tidemark.schemas.DoubtTally;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.List;

/** A {@link DoubtTally} as it is kept in state. */
public final class DoubtCounts {
    private DoubtCounts() {}

    public static void write(DoubtTally tally, WireWriter out) {
        List<DoubtCount> counts = tally.counts();
        out.count(counts.size());
        counts.forEach(
                count -> out.text(count.getDoubt()).count(count.getCount()).count(count.getOf()));
    }

    public static DoubtTally read(WireReader in) {
        DoubtTally tally = new DoubtTally();
        for (int left = in.size(); left > 0; left--) {
            tally.add(new DoubtCount(in.text(), in.count(), in.count()));
        }
        return tally;
    }
}
