package io.tidemark.streams.windows;

import io.tidemark.schemas.DoubtTally;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.DoubtCounts;
import io.tidemark.streams.panes.MetricSketches;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/** A running sum of panes without their exact facts: what was added can be subtracted. Not thread-safe. */
public final class PaneSum {
    private final MetricSketches sketches = new MetricSketches();
    private final DoubtTally doubts = new DoubtTally();
    private long ended;
    private long failed;
    private long outputTokens;
    private long late;

    public LogHistogram sketch(Metric metric) {
        return sketches.of(metric);
    }

    public long ended() {
        return ended;
    }

    public long failed() {
        return failed;
    }

    public long outputTokens() {
        return outputTokens;
    }

    public long late() {
        return late;
    }

    /** Whether so many requests are in doubt that nothing can be reported of this metric. */
    boolean isUnfit(Metric metric) {
        return doubts.isUnfit(metric);
    }

    boolean isEmpty() {
        return ended == 0 && outputTokens == 0 && sketches.count() == 0;
    }

    void add(Pane pane) {
        sketches.merge(pane.sketches());
        doubts.merge(pane.doubts());
        ended += pane.ended().size();
        failed += pane.failed();
        outputTokens += pane.outputTokens();
        late += pane.late();
    }

    void subtract(Pane pane) {
        sketches.subtract(pane.sketches());
        doubts.subtract(pane.doubts());
        ended -= pane.ended().size();
        failed -= pane.failed();
        outputTokens -= pane.outputTokens();
        late -= pane.late();
    }

    void add(PaneSum other) {
        sketches.merge(other.sketches);
        doubts.merge(other.doubts);
        ended += other.ended;
        failed += other.failed;
        outputTokens += other.outputTokens;
        late += other.late;
    }

    void write(WireWriter out) {
        sketches.write(out);
        out.count(ended).count(failed).count(outputTokens).count(late);
        DoubtCounts.write(doubts, out);
    }

    static PaneSum read(WireReader in) {
        PaneSum content = new PaneSum();
        content.sketches.merge(MetricSketches.read(in));
        content.ended = in.count();
        content.failed = in.count();
        content.outputTokens = in.count();
        content.late = in.count();
        content.doubts.merge(DoubtCounts.read(in));
        return content;
    }
}
