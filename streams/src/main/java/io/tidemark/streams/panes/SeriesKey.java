package io.tidemark.streams.panes;

import io.tidemark.schemas.RequestClass;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/** What panes are kept for within a run. */
public record SeriesKey(int step, String target, String requestClass) {
    /** The class that holds every class. */
    public static final String ALL = RequestClass.ALL;

    public SeriesKey ofAllClasses() {
        return of(ALL);
    }

    /** Of another class. */
    public SeriesKey of(String otherClass) {
        return new SeriesKey(step, target, otherClass);
    }

    public boolean coversAllClasses() {
        return requestClass.equals(ALL);
    }

    public void write(WireWriter out) {
        out.count(step).text(target).text(requestClass);
    }

    public static SeriesKey read(WireReader in) {
        return new SeriesKey(in.integer(), in.text(), in.text());
    }
}
