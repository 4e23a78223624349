package io.tidemark.app.report;

import io.tidemark.app.report.requests.Digest;
import io.tidemark.sinks.store.read.RequestFacts;
import io.tidemark.sinks.store.read.SegmentRow;
import io.tidemark.sinks.store.read.StepResultRow;
import io.tidemark.sinks.store.read.StepStateRow;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a step beside its result.
 *
 * @param state as the client said it
 * @param classes results of the request classes, where there is more than one
 * @param segments in order of time; none where it was not cut into several
 * @param digest what only its requests tell
 * @param told what another tool's file states, of an imported run
 */
public record StepDetail(
        Optional<StepStateRow> state,
        List<StepResultRow> classes,
        List<SegmentRow> segments,
        Digest digest,
        ToldRates told) {
    /** Nothing more is known. */
    public static final StepDetail NONE =
            new StepDetail(Optional.empty(), List.of(), List.of(), Digest.NONE, ToldRates.NONE);

    public StepDetail {
        classes = List.copyOf(classes);
        segments = List.copyOf(segments);
    }

    RequestFacts facts() {
        return digest.facts();
    }
}
