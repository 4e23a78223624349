package io.tidemark.streams.lanes;

import io.tidemark.events.Heartbeat;
import io.tidemark.streams.panes.InFlightAges;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What each lane of a run had in flight, second by second. What was in flight when a second ended is what the first heartbeat from
 * then on says: what ended before is in no heartbeat after, so nothing is counted both as ended and as waiting. Where the beat slipped
 * over a second, the next one stands in, its ages a second too long. Not thread-safe.
 */
public final class InFlightHistory {
    private record Snapshot(int step, String target, InFlightAges ages, int inFlight) {
        private static final int OBJECT_BYTES = 250;

        long heapBytes() {
            return OBJECT_BYTES + ages.heapBytes();
        }

        InFlightKey of() {
            return new InFlightKey(step, target);
        }

        boolean isOf(SeriesKey series) {
            return step == series.step() && target.equals(series.target());
        }
    }

    /** Snapshots of a lane by second, and of each step and target the seconds in which it had any age in flight. */
    private final class Lane {
        private final NavigableMap<Long, Snapshot> snapshots = new TreeMap<>();
        private final Map<InFlightKey, NavigableSet<Long>> busy = new HashMap<>();

        boolean putIfAbsent(long second, Snapshot snapshot) {
            boolean unseen = snapshots.putIfAbsent(second, snapshot) == null;
            heapBytes += unseen ? snapshot.heapBytes() : 0;
            if (unseen && !snapshot.ages.isEmpty()) {
                busy.computeIfAbsent(snapshot.of(), of -> new TreeSet<>()).add(second);
            }
            return unseen;
        }

        /** The first second from one on in which anything was in flight. */
        OptionalLong busyFrom(InFlightKey of, long second) {
            NavigableSet<Long> seconds = busy.get(of);
            Long first = seconds == null ? null : seconds.ceiling(second);
            return first == null ? OptionalLong.empty() : OptionalLong.of(first);
        }

        /** Forgets the snapshots before a second; returns their seconds. */
        List<Long> letGo(long keepFromSecond) {
            NavigableMap<Long, Snapshot> old = snapshots.headMap(keepFromSecond, false);
            List<Long> gone = new ArrayList<>(old.keySet());
            heapBytes -= old.values().stream().mapToLong(Snapshot::heapBytes).sum();
            old.clear();
            busy.values()
                    .forEach(seconds -> seconds.headSet(keepFromSecond, false).clear());
            busy.values().removeIf(NavigableSet::isEmpty);
            return gone;
        }
    }

    /** A step and a target. */
    private record InFlightKey(int step, String target) {}

    private final Map<String, Lane> lanes = new TreeMap<>();
    private final Map<String, byte[]> unsaved = new LinkedHashMap<>();
    private long heapBytes;

    /** About how many bytes of the heap it takes. */
    public long heapBytes() {
        return heapBytes;
    }

    /** Takes a heartbeat; returns the second that ended with the first end that it speaks of. */
    public long onHeartbeat(Heartbeat heartbeat) {
        long second = heartbeat.getAt().getEpochSecond();
        Lane lane = lane(heartbeat.getLane());
        Snapshot snapshot = new Snapshot(
                heartbeat.getStep(),
                heartbeat.getTarget(),
                InFlightAges.of(heartbeat),
                heartbeat.getClosing() ? 0 : heartbeat.getInFlight());
        if (lane.putIfAbsent(second, snapshot)) {
            WireWriter out = WireWriter.versioned().optional(snapshot.step);
            snapshot.ages.write(out.text(snapshot.target));
            out.count(Math.max(0, snapshot.inFlight));
            unsaved.put(second + "/" + heartbeat.getLane(), out.toBytes());
        }
        return firstEnd(lane.snapshots, second) - 1;
    }

    /** What was in flight of a series, all classes together, when the second before {@code end} ended. */
    public InFlightAges at(SeriesKey series, long end) {
        InFlightAges sum = InFlightAges.NONE;
        for (Lane lane : lanes.values()) {
            Optional<Snapshot> latest = reported(lane.snapshots, end).filter(snapshot -> snapshot.isOf(series));
            sum = latest.isPresent() ? sum.plus(latest.get().ages) : sum;
        }
        return sum;
    }

    /** Requests in flight to a target when the second before {@code end} ended. */
    public int inFlight(String target, long end) {
        return lanes.values().stream()
                .map(lane -> reported(lane.snapshots, end))
                .flatMap(Optional::stream)
                .filter(snapshot -> snapshot.target.equals(target))
                .mapToInt(Snapshot::inFlight)
                .sum();
    }

    /** What the heartbeat of a lane that speaks of an end says. */
    private static Optional<Snapshot> reported(NavigableMap<Long, Snapshot> lane, long end) {
        var next = lane.ceilingEntry(end);
        boolean speaks = next != null && firstEnd(lane, next.getKey()) <= end;
        return speaks ? Optional.of(next.getValue()) : Optional.empty();
    }

    /** First end from one on at which anything of a series was in flight. */
    public OptionalLong nextFrom(SeriesKey series, long end) {
        InFlightKey of = new InFlightKey(series.step(), series.target());
        long next = Long.MAX_VALUE;
        for (Lane lane : lanes.values()) {
            OptionalLong busy = lane.busyFrom(of, end);
            if (busy.isPresent()) {
                next = Math.min(next, Math.max(end, firstEnd(lane.snapshots, busy.getAsLong())));
            }
        }
        return next == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(next);
    }

    /** Second of the newest heartbeat. */
    public OptionalLong latestSecond() {
        return lanes.values().stream()
                .filter(lane -> !lane.snapshots.isEmpty())
                .mapToLong(lane -> lane.snapshots.lastKey())
                .max();
    }

    /** Entries to be saved since the last call, by name. */
    public Map<String, byte[]> takeUnsaved() {
        Map<String, byte[]> taken = new LinkedHashMap<>(unsaved);
        unsaved.clear();
        return taken;
    }

    /** Puts a saved entry back; returns the series that it is of. */
    public SeriesKey restore(String name, byte[] bytes) {
        WireReader in = WireReader.versioned(bytes);
        int step = (int) in.optional();
        String target = in.text();
        String[] secondAndLane = name.split("/", 2);
        InFlightAges ages = InFlightAges.read(in);
        int inFlight = in.integer();
        lane(secondAndLane[1])
                .putIfAbsent(Long.parseLong(secondAndLane[0]), new Snapshot(step, target, ages, inFlight));
        in.requireEnd();
        return new SeriesKey(step, target, SeriesKey.ALL);
    }

    /** Forgets heartbeats before a second; returns the names of their entries. */
    public List<String> evict(long keepFromSecond) {
        List<String> gone = new ArrayList<>();
        lanes.forEach((name, lane) -> lane.letGo(keepFromSecond).forEach(second -> gone.add(second + "/" + name)));
        gone.forEach(unsaved::remove);
        return gone;
    }

    /** The first end that the heartbeat of a second speaks of. */
    private static long firstEnd(NavigableMap<Long, Snapshot> lane, long second) {
        boolean slipped = !lane.containsKey(second - 1) && lane.containsKey(second - 2);
        return slipped ? second - 1 : second;
    }

    private Lane lane(String name) {
        return lanes.computeIfAbsent(name, unseen -> new Lane());
    }
}
