package io.tidemark.streams.panes;

import io.tidemark.schemas.DoubtTally;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One second of a series, or a part of it: a delta, a pane and a sum of panes are the same thing, and adding is
 * commutative. Mutable, not thread-safe.
 */
public final class Pane {
    private static final int PANE_BYTES = 64;
    private static final int FIRST_TOKEN_BYTES = 12;
    private static final int FACT_BYTES = 55;

    /** Of the heap: of the objects that there are in any, and of a request. */
    private static final int OBJECT_BYTES = 400;

    private static final int REQUEST_BYTES = 150;

    private final MetricSketches sketches = new MetricSketches();
    private final SegmentItl measuredItl = new SegmentItl();
    private final FirstTokenTimes firstTokens = new FirstTokenTimes();
    private final List<RequestMeasurement> ended = new ArrayList<>();
    private final List<FailedAfterFirstToken> failedAfterFirstToken = new ArrayList<>();
    private long outputTokens;
    private long late;

    /** Values of a metric in this second, by the second that the metric belongs to. */
    public LogHistogram sketch(Metric metric) {
        return sketches.of(metric);
    }

    /** All of them. */
    public MetricSketches sketches() {
        return sketches;
    }

    /** ITL of the ok requests of the measured part that ended here, for step results, by the segment that they were due in. */
    public SegmentItl measuredItl() {
        return measuredItl;
    }

    /** First tokens in this second. */
    public FirstTokenTimes firstTokens() {
        return firstTokens;
    }

    /** Requests that ended in this second. */
    public List<RequestMeasurement> ended() {
        return Collections.unmodifiableList(ended);
    }

    /** Of the requests that ended in this second, those that failed after their first token. */
    public List<FailedAfterFirstToken> failedAfterFirstToken() {
        return Collections.unmodifiableList(failedAfterFirstToken);
    }

    /** What makes figures of the ok requests that ended in this second unfit. */
    public DoubtTally doubts() {
        DoubtTally tally = new DoubtTally();
        ended.stream().filter(RequestMeasurement::ok).forEach(fact -> tally.add(fact.doubts()));
        return tally;
    }

    public long failed() {
        return ended.stream().filter(fact -> !fact.ok()).count();
    }

    /** Output tokens that arrived in this second. */
    public long outputTokens() {
        return outputTokens;
    }

    /** Values that came after a final record had been made of this second. */
    public long late() {
        return late;
    }

    public void addFirstToken(long ttftNanos, long ttftDueNanos) {
        sketch(Metric.TTFT).add(ttftNanos);
        sketch(Metric.TTFT_DUE).add(ttftDueNanos);
        firstTokens.add(ttftNanos, ttftDueNanos);
    }

    public void addTokens(long arrived) {
        outputTokens += arrived;
    }

    /** A request that ended; percentiles are of the ok ones. */
    public void addEnded(RequestMeasurement fact) {
        ended.add(fact);
        if (fact.ok()) {
            addIfPresent(Metric.TPOT, fact);
            addIfPresent(Metric.E2E, fact);
            addIfPresent(Metric.E2E_DUE, fact);
            addIfPresent(Metric.QUEUE_TIME, fact);
        }
    }

    /** A request that ended here, not ok, had its first token then. */
    public void addFailedAfterFirstToken(FailedAfterFirstToken request) {
        failedAfterFirstToken.add(request);
    }

    public void add(Pane other) {
        sketches.merge(other.sketches);
        measuredItl.merge(other.measuredItl);
        firstTokens.addAll(other.firstTokens);
        ended.addAll(other.ended);
        failedAfterFirstToken.addAll(other.failedAfterFirstToken);
        outputTokens += other.outputTokens;
        late += other.late;
    }

    /** Marks everything in it as having come late. */
    public void markLate() {
        late = values();
    }

    /** Values and requests in it. */
    public long values() {
        return ended.size() + sketches.count();
    }

    /** About how many bytes it is written in, rather more than less. */
    public long approximateBytes() {
        return PANE_BYTES
                + sketches.approximateBytes()
                + measuredItl.approximateBytes()
                + (long) FIRST_TOKEN_BYTES * firstTokens.size()
                + (long) FACT_BYTES * (ended.size() + failedAfterFirstToken.size());
    }

    /** About how many bytes of the heap it takes. */
    public long heapBytes() {
        return OBJECT_BYTES
                + sketches.heapBytes()
                + measuredItl.heapBytes()
                + (long) FIRST_TOKEN_BYTES * firstTokens.size()
                + (long) REQUEST_BYTES * (ended.size() + failedAfterFirstToken.size());
    }

    public void write(WireWriter out) {
        sketches.write(out);
        measuredItl.write(out);
        firstTokens.write(out);
        out.count(ended.size());
        ended.forEach(fact -> fact.write(out));
        out.count(outputTokens).count(late);
        out.count(failedAfterFirstToken.size());
        failedAfterFirstToken.forEach(request -> request.write(out));
    }

    public static Pane read(WireReader in) {
        Pane pane = new Pane();
        pane.sketches.merge(MetricSketches.read(in));
        pane.measuredItl.merge(SegmentItl.read(in));
        pane.firstTokens.read(in);
        int ended = in.size();
        for (int i = 0; i < ended; i++) {
            pane.ended.add(RequestMeasurement.read(in));
        }
        pane.outputTokens = in.count();
        pane.late = in.count();
        for (int left = in.size(); left > 0; left--) {
            pane.failedAfterFirstToken.add(FailedAfterFirstToken.read(in));
        }
        return pane;
    }

    private void addIfPresent(Metric metric, RequestMeasurement fact) {
        long nanos = fact.nanos(metric);
        if (nanos >= 0) {
            sketch(metric).add(nanos);
        }
    }

    /** ITL of requests by the segment of their step that they were due in, and by when they were due. Not thread-safe. */
    public static final class SegmentItl {
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
}
