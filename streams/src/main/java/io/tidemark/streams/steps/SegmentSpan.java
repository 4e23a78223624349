package io.tidemark.streams.steps;

import io.tidemark.events.StepState;
import io.tidemark.streams.validation.ClientTimestamps;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** When requests of a segment are due: {@code [from, until)}, the last one cut off by the end of the measured part. */
public record SegmentSpan(Instant from, Instant until) {
    /** The measured part of a step as one; it is open while its end is not known. */
    public static SegmentSpan whole(StepState state) {
        Instant until = state.getMeasureUntil();
        return new SegmentSpan(state.getMeasureFrom(), until == null ? Instant.MAX : until);
    }

    /**
     * Whether a scrape concerns it: it is of its time, or the first one after, with which its time is known.
     *
     * @param knownThroughMicros of the scrape before, since the epoch
     */
    public boolean isCoveredBy(Instant scrape, OptionalLong knownThroughMicros) {
        if (scrape.isBefore(from)) {
            return false;
        }
        return !scrape.isAfter(until)
                || knownThroughMicros.isEmpty()
                || knownThroughMicros.getAsLong() < ClientTimestamps.micros(until);
    }

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
