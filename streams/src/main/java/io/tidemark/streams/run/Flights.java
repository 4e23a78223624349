package io.tidemark.streams.run;

import io.tidemark.events.Heartbeat;
import io.tidemark.streams.pane.SeriesKey;
import io.tidemark.streams.slo.Ages;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What each lane of a run had in flight, second by second. What was in flight when a second ended is what the first heartbeat from
 * then on says: what ended before is in no heartbeat after, so nothing is counted both as ended and as waiting. Where the beat slipped
 * over a second, the next one stands in, its ages a second too long. Not thread-safe.
 */
final class Flights {
    /** 1 had no number in flight. */
    private static final int VERSION = 2;

    private record Snapshot(int step, String target, Ages ages, int inFlight) {
        boolean isOf(SeriesKey series) {
            return step == series.step() && target.equals(series.target());
        }
    }

    private final Map<String, NavigableMap<Long, Snapshot>> lanes = new TreeMap<>();
    private final Map<String, byte[]> unsaved = new LinkedHashMap<>();

    /** Takes a heartbeat; returns the second that ended with the first end that it speaks of. */
    long hear(Heartbeat heartbeat) {
        long second = heartbeat.getAt().getEpochSecond();
        NavigableMap<Long, Snapshot> lane = lane(heartbeat.getLane());
        Snapshot snapshot = new Snapshot(
                heartbeat.getStep(),
                heartbeat.getTarget(),
                Ages.of(heartbeat),
                heartbeat.getClosing() ? 0 : heartbeat.getInFlight());
        if (lane.putIfAbsent(second, snapshot) == null) {
            WireWriter out = new WireWriter().raw(VERSION).optional(snapshot.step);
            snapshot.ages.write(out.text(snapshot.target));
            out.count(Math.max(0, snapshot.inFlight));
            unsaved.put(second + "/" + heartbeat.getLane(), out.toBytes());
        }
        return firstEnd(lane, second) - 1;
    }

    /** What was in flight of a series, all classes together, when the second before {@code end} ended. */
    Ages at(SeriesKey series, long end) {
        Ages sum = Ages.NONE;
        for (NavigableMap<Long, Snapshot> lane : lanes.values()) {
            Optional<Snapshot> said = said(lane, end).filter(snapshot -> snapshot.isOf(series));
            sum = said.isPresent() ? sum.plus(said.get().ages) : sum;
        }
        return sum;
    }

    /** Requests in flight to a target when the second before {@code end} ended. */
    int inFlight(String target, long end) {
        return lanes.values().stream()
                .map(lane -> said(lane, end))
                .flatMap(Optional::stream)
                .filter(snapshot -> snapshot.target.equals(target))
                .mapToInt(Snapshot::inFlight)
                .sum();
    }

    /** What the heartbeat of a lane that speaks of an end says. */
    private static Optional<Snapshot> said(NavigableMap<Long, Snapshot> lane, long end) {
        var next = lane.ceilingEntry(end);
        boolean speaks = next != null && firstEnd(lane, next.getKey()) <= end;
        return speaks ? Optional.of(next.getValue()) : Optional.empty();
    }

    /** First end from one on at which anything of a series was in flight. */
    OptionalLong nextFrom(SeriesKey series, long end) {
        return lanes.values().stream()
                .flatMap(lane -> lane.tailMap(end, true).entrySet().stream()
                        .filter(entry -> entry.getValue().isOf(series)
                                && !entry.getValue().ages.isEmpty())
                        .limit(1)
                        .map(entry -> Math.max(end, firstEnd(lane, entry.getKey()))))
                .mapToLong(Long::longValue)
                .min();
    }

    /** Second of the newest heartbeat. */
    OptionalLong latest() {
        return lanes.values().stream()
                .filter(lane -> !lane.isEmpty())
                .mapToLong(NavigableMap::lastKey)
                .max();
    }

    /** Entries to be saved since the last call, by name. */
    Map<String, byte[]> takeUnsaved() {
        Map<String, byte[]> taken = new LinkedHashMap<>(unsaved);
        unsaved.clear();
        return taken;
    }

    /** Puts a saved entry back; returns the series that it is of. */
    SeriesKey restore(String name, byte[] bytes) {
        WireReader in = new WireReader(bytes);
        in.version(1, VERSION);
        int step = (int) in.optional();
        String target = in.text();
        String[] secondAndLane = name.split("/", 2);
        Ages ages = Ages.read(in);
        int inFlight = in.since(VERSION) ? in.integer() : ages.inFlight();
        lane(secondAndLane[1]).put(Long.parseLong(secondAndLane[0]), new Snapshot(step, target, ages, inFlight));
        in.requireEnd();
        return new SeriesKey(step, target, SeriesKey.ALL);
    }

    /** Forgets heartbeats before a second; returns the names of their entries. */
    List<String> letGo(long keepFromSecond) {
        List<String> gone = new ArrayList<>();
        lanes.forEach((name, lane) -> {
            NavigableMap<Long, Snapshot> old = lane.headMap(keepFromSecond, false);
            old.keySet().forEach(second -> gone.add(second + "/" + name));
            old.clear();
        });
        gone.forEach(unsaved::remove);
        return gone;
    }

    /** The first end that the heartbeat of a second speaks of. */
    private static long firstEnd(NavigableMap<Long, Snapshot> lane, long second) {
        boolean slipped = !lane.containsKey(second - 1) && lane.containsKey(second - 2);
        return slipped ? second - 1 : second;
    }

    private NavigableMap<Long, Snapshot> lane(String name) {
        return lanes.computeIfAbsent(name, unseen -> new TreeMap<>());
    }
}
