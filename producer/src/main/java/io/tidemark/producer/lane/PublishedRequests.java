package io.tidemark.producer.lane;

import io.tidemark.events.RequestEvent;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Requests handed over to Kafka, those of the latest step by the segment that they were due in. Confined to the publisher's thread:
 * a heartbeat meets it after every event that was queued before.
 */
final class PublishedRequests {
    private final NavigableMap<Integer, Long> bySegment = new TreeMap<>();
    private int step;
    private long requests;

    void add(RequestEvent request) {
        requests++;
        if (request.getStep() > step) {
            step = request.getStep();
            bySegment.clear();
        }
        if (request.getStep() == step) {
            bySegment.merge(request.getSegment(), 1L, Long::sum);
        }
    }

    /** In the run so far. */
    long requests() {
        return requests;
    }

    /** Of a step, due in segments before one; 0 for a step that is over. */
    long dueBefore(int ofStep, int segment) {
        return ofStep != step
                ? 0
                : bySegment.headMap(segment, false).values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
    }
}
