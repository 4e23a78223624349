package io.tidemark.sinks.store.read.step;

import io.tidemark.events.LoadKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A step by its last state. {@code flags} are what a reader must know; {@code loadKind} says whether {@code load} is a rate or requests in flight. */
public record StepStateRow(
        String target,
        LoadKind loadKind,
        double load,
        String arrivals,
        OptionalDouble drawnRate,
        Instant started,
        Instant measureFrom,
        Optional<Instant> measureUntil,
        Optional<Instant> ended,
        Map<String, Long> requestsByLane,
        Map<String, Long> measuredByLane,
        long sent,
        long plannedRequests,
        OptionalLong scheduleLagP99Nanos,
        OptionalInt inFlightPeak,
        CacheShareRow cacheShare,
        LoadRow offered,
        List<String> flags) {
    public StepStateRow {
        requestsByLane = Map.copyOf(requestsByLane);
        measuredByLane = Map.copyOf(measuredByLane);
        flags = List.copyOf(flags);
    }
}
