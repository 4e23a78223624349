package io.tidemark.streams.pane;

import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** ITL of requests by the segment of their step that they were due in. Not thread-safe. */
public final class SegmentItl {
    private final Map<Integer, LogHistogram> bySegment = new TreeMap<>();

    public void merge(int segment, LogHistogram gaps) {
        if (!gaps.isEmpty()) {
            bySegment.computeIfAbsent(segment, unseen -> new LogHistogram()).merge(gaps);
        }
    }

    void merge(SegmentItl other) {
        other.bySegment.forEach(this::merge);
    }

    /** Those that have any. */
    public Map<Integer, LogHistogram> bySegment() {
        return Collections.unmodifiableMap(bySegment);
    }

    /** About how many bytes it is written in. */
    long aboutBytes() {
        return bySegment.values().stream().mapToLong(LogHistogram::aboutBytes).sum();
    }

    void write(WireWriter out) {
        out.count(bySegment.size());
        bySegment.forEach((segment, gaps) -> out.count(segment).blob(gaps.encode()));
    }

    /** Older versions have one sketch of all. */
    static SegmentItl read(WireReader in) {
        SegmentItl read = new SegmentItl();
        if (!in.since(Pane.WITH_SEGMENTS)) {
            read.merge(0, LogHistogram.decode(in.blob()));
            return read;
        }
        for (int left = in.size(); left > 0; left--) {
            read.merge(in.integer(), LogHistogram.decode(in.blob()));
        }
        return read;
    }
}
