package io.tidemark.streams.run;

import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.SeriesKey;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/** The sum of the seconds that a series let go of, as it is kept. */
record GoneSeconds(SeriesKey series, Content sum) {
    /** 1 had no requests that broke off. */
    private static final int VERSION = Pane.WITH_BROKEN_OFF;

    static GoneSeconds of(Series series) {
        return new GoneSeconds(series.key(), series.panes().gone());
    }

    byte[] toBytes() {
        WireWriter out = new WireWriter().raw(VERSION);
        series.write(out);
        sum.write(out);
        return out.toBytes();
    }

    static GoneSeconds of(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        in.version(1, VERSION);
        return new GoneSeconds(SeriesKey.read(in), Content.read(in));
    }
}
