package io.tidemark.streams.panes;

import io.tidemark.schemas.RequestClass;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/** What panes are kept for within a run. */
public record SeriesKey(int step, String target, String requestClass) {
    /** The class that holds every class. */
    public static final String ALL = RequestClass.ALL;

    /**
     * What an event counts as.
     *
     * @param group of the targets that {@code target} is one of, or empty: then it is of the whole run
     */
    public static SeriesKey of(int step, String target, String group, String requestClass) {
        return new SeriesKey(step, group.isEmpty() ? target : group, requestClass);
    }

    /** All that one of several targets served. */
    public static SeriesKey ofOneTarget(int step, String target) {
        return new SeriesKey(step, target, RequestClass.ONE_TARGET);
    }

    /** Whether it is of one of several targets: the same events are in a series of all targets. */
    public boolean isOfOneTarget() {
        return requestClass.equals(RequestClass.ONE_TARGET);
    }

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

    /** A name that no other series of the run has: in keys of stored entries, which stay as they are. */
    public String name() {
        return step + "/" + nameOf(target) + "/" + requestClass;
    }

    /** A target in a name whose parts slashes part, for a target may hold slashes itself. */
    public static String nameOf(String target) {
        return target.replace("%", "%25").replace("/", "%2F");
    }

    public void write(WireWriter out) {
        out.count(step).text(target).text(requestClass);
    }

    public static SeriesKey read(WireReader in) {
        return new SeriesKey(in.integer(), in.text(), in.text());
    }
}
