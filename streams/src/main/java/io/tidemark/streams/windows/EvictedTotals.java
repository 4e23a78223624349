package io.tidemark.streams.windows;

import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/** The sum of the seconds that a series let go of, as it is kept. */
public record EvictedTotals(SeriesKey series, PaneSum sum) {
    public static EvictedTotals of(Series series) {
        return new EvictedTotals(series.key(), series.panes().evicted());
    }

    public byte[] toBytes() {
        WireWriter out = WireWriter.versioned();
        series.write(out);
        sum.write(out);
        return out.toBytes();
    }

    static EvictedTotals of(byte[] bytes) {
        WireReader in = WireReader.versioned(bytes);
        return new EvictedTotals(SeriesKey.read(in), PaneSum.read(in));
    }
}
