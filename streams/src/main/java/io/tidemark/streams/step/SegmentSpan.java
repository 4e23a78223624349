package io.tidemark.streams.step;

import io.tidemark.events.StepState;
import java.time.Instant;
import java.util.Optional;

/** When requests of a segment are due: {@code [from, until)}, the last one cut off by the end of the measured part. */
public record SegmentSpan(Instant from, Instant until) {
    /** Empty where the state does not say how long segments are. */
    public static Optional<SegmentSpan> of(StepState state, int segment) {
        long length = state.getSegmentNanos();
        if (length <= 0) {
            return Optional.empty();
        }
        Instant from = state.getMeasureFrom().plusNanos(segment * length);
        Instant whole = from.plusNanos(length);
        Instant end = state.getMeasureUntil();
        return Optional.of(new SegmentSpan(from, end == null || whole.isBefore(end) ? whole : end));
    }
}
