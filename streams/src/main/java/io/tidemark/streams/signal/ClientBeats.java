package io.tidemark.streams.signal;

import io.tidemark.events.Heartbeat;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** What the lanes of a run said of themselves in their heartbeats; an hour of it. Not thread-safe. */
public final class ClientBeats {
    private static final int KEPT = 3_600;
    private static final int VERSION = 1;

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

        byte[] toBytes() {
            return new WireWriter()
                    .raw(VERSION)
                    .text(target)
                    .optional(Double.isNaN(lagNanos) ? -1 : (long) lagNanos)
                    .count(Math.max(0, due))
                    .count(Math.max(0, dropped))
                    .count(Math.max(0, inFlight))
                    .toBytes();
        }

        static Beat read(byte[] bytes) {
            WireReader in = new WireReader(bytes);
            in.version(VERSION);
            String target = in.text();
            long lag = in.optional();
            Beat beat = new Beat(target, lag < 0 ? Double.NaN : lag, in.count(), in.count(), in.integer());
            in.requireEnd();
            return beat;
        }
    }

    private final Map<String, NavigableMap<Long, Beat>> lanes = new TreeMap<>();
    private final Map<String, byte[]> unsaved = new TreeMap<>();
    private final List<String> letGo = new ArrayList<>();

    public void hear(Heartbeat heartbeat) {
        NavigableMap<Long, Beat> lane = lane(heartbeat.getLane());
        long at = Scrapes.micros(heartbeat.getAt());
        Beat beat = Beat.of(heartbeat);
        lane.put(at, beat);
        unsaved.put(at + "/" + heartbeat.getLane(), beat.toBytes());
        if (lane.size() > KEPT) {
            letGo.add(lane.pollFirstEntry().getKey() + "/" + heartbeat.getLane());
        }
    }

    private NavigableMap<Long, Beat> lane(String name) {
        return lanes.computeIfAbsent(name, unseen -> new TreeMap<>());
    }

    /** What is to be saved since the last call, by name. */
    public Map<String, byte[]> takeUnsaved() {
        Map<String, byte[]> taken = new TreeMap<>(unsaved);
        unsaved.clear();
        return taken;
    }

    /** Names of what is kept no more since the last call; to be asked for after what is to be saved. */
    public List<String> takeLetGo() {
        List<String> taken = List.copyOf(letGo);
        letGo.clear();
        return taken;
    }

    /** Puts a saved heartbeat back. */
    public void restore(String name, byte[] bytes) {
        String[] atAndLane = name.split("/", 2);
        lane(atAndLane[1]).put(Long.valueOf(atAndLane[0]), Beat.read(bytes));
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
