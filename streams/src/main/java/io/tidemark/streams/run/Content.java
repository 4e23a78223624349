package io.tidemark.streams.run;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.pane.MetricSketches;
import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/** A running sum of panes without their exact facts: what was added can be subtracted. Not thread-safe. */
final class Content {
    private final MetricSketches sketches = new MetricSketches();
    private long ended;
    private long notOk;
    private long outputTokens;
    private long late;

    LogHistogram sketch(Metric metric) {
        return sketches.of(metric);
    }

    long ended() {
        return ended;
    }

    long notOk() {
        return notOk;
    }

    long outputTokens() {
        return outputTokens;
    }

    long late() {
        return late;
    }

    boolean isEmpty() {
        return ended == 0 && outputTokens == 0 && sketches.count() == 0;
    }

    void add(Pane pane) {
        sketches.merge(pane.sketches());
        ended += pane.ended().size();
        notOk += pane.notOk();
        outputTokens += pane.outputTokens();
        late += pane.late();
    }

    void subtract(Pane pane) {
        sketches.subtract(pane.sketches());
        ended -= pane.ended().size();
        notOk -= pane.notOk();
        outputTokens -= pane.outputTokens();
        late -= pane.late();
    }

    void add(Content other) {
        sketches.merge(other.sketches);
        ended += other.ended;
        notOk += other.notOk;
        outputTokens += other.outputTokens;
        late += other.late;
    }

    void write(WireWriter out) {
        sketches.write(out);
        out.count(ended).count(notOk).count(outputTokens).count(late);
    }

    static Content read(WireReader in) {
        Content content = new Content();
        content.sketches.merge(MetricSketches.read(in));
        content.ended = in.count();
        content.notOk = in.count();
        content.outputTokens = in.count();
        content.late = in.count();
        return content;
    }
}
