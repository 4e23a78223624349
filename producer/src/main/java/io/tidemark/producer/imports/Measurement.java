package io.tidemark.producer.imports;

import io.tidemark.schemas.Metric;
import java.util.List;
import java.util.Map;

/**
 * One result of a file: what one load gave, or the quality of a model's answers.
 *
 * @param requests empty where the file has figures only
 * @param metrics as the file gives them
 */
record Measurement(
        SourcePart part,
        Tool tool,
        Subject subject,
        Setting setting,
        OfferedLoad load,
        Span span,
        Tally tally,
        Map<Metric, Figure> metrics,
        List<MeasuredRequest> requests,
        Remarks remarks) {
    Measurement {
        metrics = Map.copyOf(metrics);
        requests = List.copyOf(requests);
    }

    /** Whether it is a step; else it has quality only. */
    boolean hasLoad() {
        return tally.due() > 0 || !metrics.isEmpty() || load.isKnown();
    }

    /** The same with the load that was said for it, if it does not say itself. */
    Measurement withLoad(OfferedLoad said) {
        return load.isKnown() || !hasLoad() ? this : with(said, span);
    }

    Measurement withSpan(Span other) {
        return with(load, other);
    }

    private Measurement with(OfferedLoad otherLoad, Span otherSpan) {
        return new Measurement(part, tool, subject, setting, otherLoad, otherSpan, tally, metrics, requests, remarks);
    }
}
