package io.tidemark.streams.signal;

import io.tidemark.events.Heartbeat;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** What the lanes of a run said of themselves in their heartbeats; an hour of it. Not thread-safe. */
public final class ClientBeats {
    private static final int KEPT = 3_600;

    /** Lag in nanoseconds, NaN where nothing was sent. */
    private record Beat(String target, double lagNanos, long due, long dropped, int inFlight) {
        static Beat of(Heartbeat heartbeat) {
            byte[] bytes = new byte[heartbeat.getScheduleLag().remaining()];
            heartbeat.getScheduleLag().duplicate().get(bytes);
            LogHistogram lag = LogHistogram.decode(bytes);
            return new Beat(
                    heartbeat.getTarget(),
                    lag.isEmpty() ? Double.NaN : lag.quantile(0.99),
                    heartbeat.getDue(),
                    heartbeat.getDropped(),
                    heartbeat.getInFlight());
        }
    }

    private final Map<String, NavigableMap<Long, Beat>> lanes = new TreeMap<>();

    public void hear(Heartbeat heartbeat) {
        NavigableMap<Long, Beat> lane = lanes.computeIfAbsent(heartbeat.getLane(), unseen -> new TreeMap<>());
        lane.put(Scrapes.micros(heartbeat.getAt()), Beat.of(heartbeat));
        if (lane.size() > KEPT) {
            lane.pollFirstEntry();
        }
    }

    /** The lag of the lane that lags most. */
    Course lag(String target, Span span) {
        NavigableMap<Long, Double> most = new TreeMap<>();
        lanes.values()
                .forEach(lane -> inside(lane, span).forEach((micros, beat) -> {
                    if (beat.target.equals(target) && !Double.isNaN(beat.lagNanos)) {
                        most.merge(Span.secondOf(micros), beat.lagNanos, Math::max);
                    }
                }));
        Strand strand = new Strand(span);
        most.forEach((second, nanos) -> strand.add(second, nanos, 1));
        return strand::mean;
    }

    Course duePerSecond(String target, Span span) {
        return growth(target, Beat::due, span);
    }

    Course droppedPerSecond(String target, Span span) {
        return growth(target, Beat::dropped, span);
    }

    Course inFlight(String target, Span span) {
        return sum(
                span,
                (lane, strand) -> inside(lane, span).forEach((micros, beat) -> {
                    if (beat.target.equals(target)) {
                        strand.add(Span.secondOf(micros), beat.inFlight, 1);
                    }
                }));
    }

    private Course growth(String target, ToLongFunction<Beat> counter, Span span) {
        return sum(span, (lane, strand) -> {
            Map.Entry<Long, Beat> before = lane.lowerEntry(span.fromMicros());
            for (Map.Entry<Long, Beat> now : inside(lane, span).entrySet()) {
                if (before != null && now.getValue().target.equals(target)) {
                    double grown = counter.applyAsLong(now.getValue()) - counter.applyAsLong(before.getValue());
                    strand.add(Span.secondOf(now.getKey()), grown, (now.getKey() - before.getKey()) / 1e6);
                }
                before = now;
            }
        });
    }

    @FunctionalInterface
    private interface Filling {
        void fill(NavigableMap<Long, Beat> lane, Strand strand);
    }

    private Course sum(Span span, Filling filling) {
        List<Strand> strands = new ArrayList<>();
        lanes.values().forEach(lane -> {
            Strand strand = new Strand(span);
            filling.fill(lane, strand);
            strands.add(strand);
        });
        return Course.sum(strands);
    }

    private static NavigableMap<Long, Beat> inside(NavigableMap<Long, Beat> lane, Span span) {
        return lane.subMap(span.fromMicros(), true, span.untilMicros(), false);
    }
}
