package io.tidemark.producer.lane;

import io.tidemark.events.StepPart;
import io.tidemark.producer.conversation.PlannedRequest;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Which segments of a step are over for this lane: a request of the measured part is due in a later one, and every request that was
 * due in it, or before, has ended. Confined to the lane's loop.
 */
final class CompletedSegments {
    private final NavigableMap<Integer, Long> unended = new TreeMap<>();
    private int latest;

    void due(PlannedRequest request) {
        unended.merge(request.segment(), 1L, Long::sum);
        if (request.part() == StepPart.MEASURED) {
            latest = Math.max(latest, request.segment());
        }
    }

    void ended(PlannedRequest request) {
        unended.computeIfPresent(request.segment(), (segment, count) -> count == 1 ? null : count - 1);
    }

    /** How many are over, counted from the first. */
    int completed() {
        return unended.isEmpty() ? latest : Math.min(latest, unended.firstKey());
    }
}
