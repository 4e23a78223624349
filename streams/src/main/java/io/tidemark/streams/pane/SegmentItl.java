package io.tidemark.streams.pane;

import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** ITL of requests by the segment of their step that they were due in, and by when they were due. Not thread-safe. */
public final class SegmentItl {
    private static final int CELL_SECONDS = 10;

    private final Map<Place, LogHistogram> byPlace = new TreeMap<>();

    /**
     * What requests that were due together have in common.
     *
     * @param dueSecond the first of so many seconds since the epoch in which they were due; or {@link RequestFact#UNKNOWN_SECOND}
     */
    public record Place(int segment, long dueSecond) implements Comparable<Place> {
        private static final Comparator<Place> ORDER =
                Comparator.comparingInt(Place::segment).thenComparingLong(Place::dueSecond);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    /** Adds those of a request. */
    public void merge(RequestFact fact, LogHistogram gaps) {
        long second =
                fact.dueSecond() < 0 ? RequestFact.UNKNOWN_SECOND : fact.dueSecond() - fact.dueSecond() % CELL_SECONDS;
        merge(new Place(fact.segment(), second), gaps);
    }

    void merge(SegmentItl other) {
        other.byPlace.forEach(this::merge);
    }

    private void merge(Place place, LogHistogram gaps) {
        if (!gaps.isEmpty()) {
            byPlace.computeIfAbsent(place, unseen -> new LogHistogram()).merge(gaps);
        }
    }

    /** Those that have any. */
    public Map<Place, LogHistogram> byPlace() {
        return Collections.unmodifiableMap(byPlace);
    }

    /** About how many bytes it is written in. */
    long aboutBytes() {
        return byPlace.values().stream().mapToLong(LogHistogram::aboutBytes).sum();
    }

    void write(WireWriter out) {
        out.count(byPlace.size());
        byPlace.forEach((place, gaps) ->
                out.count(place.segment()).optional(place.dueSecond()).blob(gaps.encode()));
    }

    /** The oldest version has one sketch of all, others do not tell when requests were due. */
    static SegmentItl read(WireReader in) {
        SegmentItl read = new SegmentItl();
        if (!in.since(Pane.WITH_SEGMENTS)) {
            read.merge(new Place(0, RequestFact.UNKNOWN_SECOND), LogHistogram.decode(in.blob()));
            return read;
        }
        for (int left = in.size(); left > 0; left--) {
            int segment = in.integer();
            long dueSecond = in.since(Pane.WITH_DUE) ? in.optional() : RequestFact.UNKNOWN_SECOND;
            read.merge(new Place(segment, dueSecond), LogHistogram.decode(in.blob()));
        }
        return read;
    }
}
