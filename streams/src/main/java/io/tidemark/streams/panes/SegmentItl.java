package io.tidemark.streams.panes;

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

    /** Of the heap, beside the sketch. */
    private static final int CELL_BYTES = 80;

    private final Map<SegmentCell, LogHistogram> byCell = new TreeMap<>();

    /**
     * What requests that were due together have in common.
     *
     * @param dueSecond the first of so many seconds since the epoch in which they were due
     */
    public record SegmentCell(int segment, long dueSecond) implements Comparable<SegmentCell> {
        private static final Comparator<SegmentCell> ORDER =
                Comparator.comparingInt(SegmentCell::segment).thenComparingLong(SegmentCell::dueSecond);

        @Override
        public int compareTo(SegmentCell other) {
            return ORDER.compare(this, other);
        }
    }

    /** Adds those of a request. */
    public void merge(RequestMeasurement fact, LogHistogram gaps) {
        long second = fact.dueSecond() - fact.dueSecond() % CELL_SECONDS;
        merge(new SegmentCell(fact.segment(), second), gaps);
    }

    void merge(SegmentItl other) {
        other.byCell.forEach(this::merge);
    }

    private void merge(SegmentCell place, LogHistogram gaps) {
        if (!gaps.isEmpty()) {
            byCell.computeIfAbsent(place, unseen -> new LogHistogram()).merge(gaps);
        }
    }

    /** Those that have any. */
    public Map<SegmentCell, LogHistogram> byCell() {
        return Collections.unmodifiableMap(byCell);
    }

    /** About how many bytes it is written in. */
    long approximateBytes() {
        return byCell.values().stream()
                .mapToLong(LogHistogram::estimatedSizeBytes)
                .sum();
    }

    /** About how many bytes of the heap it takes. */
    long heapBytes() {
        return byCell.values().stream()
                .mapToLong(gaps -> CELL_BYTES + gaps.heapBytes())
                .sum();
    }

    void write(WireWriter out) {
        out.count(byCell.size());
        byCell.forEach((place, gaps) ->
                out.count(place.segment()).count(place.dueSecond()).blob(gaps.encode()));
    }

    static SegmentItl read(WireReader in) {
        SegmentItl read = new SegmentItl();
        for (int left = in.size(); left > 0; left--) {
            read.merge(new SegmentCell(in.integer(), in.count()), LogHistogram.decode(in.blob()));
        }
        return read;
    }
}
