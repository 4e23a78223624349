package io.tidemark.streams.panes;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/** What is to be added to one second of a series. {@code second} is in epoch seconds. */
public record PaneDelta(SeriesKey series, long second, Pane pane) {
    public void write(WireWriter out) {
        series.write(out);
        out.count(second);
        pane.write(out);
    }

    public static PaneDelta read(WireReader in) {
        return new PaneDelta(SeriesKey.read(in), in.count(), Pane.read(in));
    }
}
