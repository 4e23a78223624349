package io.tidemark.streams.signals;

import io.tidemark.events.Heartbeat;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.schemas.time.EpochMicros;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** What the lanes of a run reported of themselves in their heartbeats; an hour of it. Not thread-safe. */
public final class HeartbeatHistory {
    private static final int MAX_HEARTBEATS = 3_600;

    /** Lag in nanoseconds, NaN where nothing was sent. */
    private record HeartbeatFigures(String target, double lagNanos, long due, long dropped, int inFlight) {
        static HeartbeatFigures of(Heartbeat heartbeat) {
            byte[] bytes = new byte[heartbeat.getScheduleLag().remaining()];
            heartbeat.getScheduleLag().duplicate().get(bytes);
            LogHistogram lag = LogHistogram.decode(bytes);
            return new HeartbeatFigures(
                    heartbeat.getTarget(),
                    lag.isEmpty() ? Double.NaN : lag.quantile(0.99),
                    heartbeat.getDue(),
                    heartbeat.getDropped(),
                    heartbeat.getInFlight());
        }

        byte[] toBytes() {
            return WireWriter.versioned()
                    .text(target)
                    .optional(Double.isNaN(lagNanos) ? -1 : (long) lagNanos)
                    .count(Math.max(0, due))
                    .count(Math.max(0, dropped))
                    .count(Math.max(0, inFlight))
                    .toBytes();
        }

        static HeartbeatFigures read(byte[] bytes) {
            WireReader in = WireReader.versioned(bytes);
            String target = in.text();
            long lag = in.optional();
            HeartbeatFigures beat =
                    new HeartbeatFigures(target, lag < 0 ? Double.NaN : lag, in.count(), in.count(), in.integer());
            in.requireEnd();
            return beat;
        }
    }

    private final Map<String, NavigableMap<Long, HeartbeatFigures>> lanes = new TreeMap<>();
    private final Map<String, byte[]> unsaved = new TreeMap<>();
    private final List<String> evicted = new ArrayList<>();

    public void onHeartbeat(Heartbeat heartbeat) {
        NavigableMap<Long, HeartbeatFigures> lane = lane(heartbeat.getLane());
        long at = EpochMicros.of(heartbeat.getAt());
        HeartbeatFigures beat = HeartbeatFigures.of(heartbeat);
        lane.put(at, beat);
        unsaved.put(at + "/" + heartbeat.getLane(), beat.toBytes());
        if (lane.size() > MAX_HEARTBEATS) {
            evicted.add(lane.pollFirstEntry().getKey() + "/" + heartbeat.getLane());
        }
    }

    private NavigableMap<Long, HeartbeatFigures> lane(String name) {
        return lanes.computeIfAbsent(name, unseen -> new TreeMap<>());
    }

    /** What is to be saved since the last call, by name. */
    public Map<String, byte[]> takeUnsaved() {
        Map<String, byte[]> taken = new TreeMap<>(unsaved);
        unsaved.clear();
        return taken;
    }

    /** Names of what is kept no more since the last call; to be asked for after what is to be saved. */
    public List<String> takeEvicted() {
        List<String> taken = List.copyOf(evicted);
        evicted.clear();
        return taken;
    }

    /** Puts a saved heartbeat back. */
    public void restore(String name, byte[] bytes) {
        String[] atAndLane = name.split("/", 2);
        lane(atAndLane[1]).put(Long.valueOf(atAndLane[0]), HeartbeatFigures.read(bytes));
    }

    /** The lag of the lane that lags most. */
    public SignalSeries lag(String target, SecondRange span) {
        NavigableMap<Long, Double> most = new TreeMap<>();
        lanes.values()
                .forEach(lane -> inside(lane, span).forEach((micros, beat) -> {
                    if (beat.target.equals(target) && !Double.isNaN(beat.lagNanos)) {
                        most.merge(SecondRange.secondOf(micros), beat.lagNanos, Math::max);
                    }
                }));
        SecondSeries strand = new SecondSeries(span);
        most.forEach((second, nanos) -> strand.add(second, nanos, 1));
        return strand::mean;
    }

    public SignalSeries duePerSecond(String target, SecondRange span) {
        return growth(target, HeartbeatFigures::due, span);
    }

    public SignalSeries droppedPerSecond(String target, SecondRange span) {
        return growth(target, HeartbeatFigures::dropped, span);
    }

    public SignalSeries inFlight(String target, SecondRange span) {
        return sum(
                span,
                (lane, strand) -> inside(lane, span).forEach((micros, beat) -> {
                    if (beat.target.equals(target)) {
                        strand.add(SecondRange.secondOf(micros), beat.inFlight, 1);
                    }
                }));
    }

    private SignalSeries growth(String target, ToLongFunction<HeartbeatFigures> counter, SecondRange span) {
        return sum(span, (lane, strand) -> {
            Map.Entry<Long, HeartbeatFigures> before = lane.lowerEntry(span.fromMicros());
            for (Map.Entry<Long, HeartbeatFigures> now : inside(lane, span).entrySet()) {
                if (before != null && now.getValue().target.equals(target)) {
                    double grown = counter.applyAsLong(now.getValue()) - counter.applyAsLong(before.getValue());
                    strand.add(SecondRange.secondOf(now.getKey()), grown, (now.getKey() - before.getKey()) / 1e6);
                }
                before = now;
            }
        });
    }

    @FunctionalInterface
    private interface Filling {
        void fill(NavigableMap<Long, HeartbeatFigures> lane, SecondSeries strand);
    }

    private SignalSeries sum(SecondRange span, Filling filling) {
        List<SecondSeries> strands = new ArrayList<>();
        lanes.values().forEach(lane -> {
            SecondSeries strand = new SecondSeries(span);
            filling.fill(lane, strand);
            strands.add(strand);
        });
        return SignalSeries.sum(strands);
    }

    private static NavigableMap<Long, HeartbeatFigures> inside(
            NavigableMap<Long, HeartbeatFigures> lane, SecondRange span) {
        return lane.subMap(span.fromMicros(), true, span.untilMicros(), false);
    }
}
