package io.tidemark.bench.codec;

import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.FailedAfterFirstToken;
import io.tidemark.streams.panes.FirstTokenTimes;
import io.tidemark.streams.panes.MetricSketches;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.panes.SegmentItl.SegmentCell;
import io.tidemark.streams.panes.SeriesKey;
import java.util.List;
import java.util.Map;

/** What a pane consists of. Only {@link Pane} itself can put a pane together, so Avro reads into this. */
record PaneFields(
        SeriesKey series,
        long second,
        MetricSketches sketches,
        Map<SegmentCell, LogHistogram> measuredItl,
        FirstTokenTimes firstTokens,
        List<RequestMeasurement> ended,
        long outputTokens,
        long late,
        List<FailedAfterFirstToken> failedAfterFirstToken) {
    /** Of a pane, not copied. */
    static PaneFields of(PaneDelta delta) {
        Pane pane = delta.pane();
        return new PaneFields(
                delta.series(),
                delta.second(),
                pane.sketches(),
                pane.measuredItl().byCell(),
                pane.firstTokens(),
                pane.ended(),
                pane.outputTokens(),
                pane.late(),
                pane.failedAfterFirstToken());
    }
}
