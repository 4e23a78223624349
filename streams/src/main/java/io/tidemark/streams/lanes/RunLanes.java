package io.tidemark.streams.lanes;

import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.streams.state.EntryKind;
import io.tidemark.streams.state.EntryWriter;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The lanes of a run. A second is final when every lane has announced it and what it announced was counted. Not thread-safe. */
public final class RunLanes {
    private final Map<String, TrackedLane> lanes = new TreeMap<>();
    /** Those of which events are missing. */
    private final Map<String, TrackedLane> lacking = new HashMap<>();

    /** Of all lanes together: events for which there was no room. */
    private MissingEvents refused = new MissingEvents();

    private boolean isRefusedDirty;
    private final Set<String> dirty = new HashSet<>();
    /** Latest second of which an event was read since the start, of any lane, by partition. */
    private final Map<Integer, Long> readThrough = new HashMap<>();

    /** @param sinceMillis since when they may have sent something */
    public void expect(Collection<String> names, long nowMillis, long sinceMillis) {
        names.forEach(name -> lanes.computeIfAbsent(name, unseen -> new TrackedLane(nowMillis, sinceMillis))
                .expect());
    }

    public int size() {
        return lanes.size();
    }

    public boolean contains(String name) {
        return lanes.containsKey(name);
    }

    public void onHeartbeat(Heartbeat heartbeat, long nowMillis) {
        lane(heartbeat.getLane(), nowMillis).onHeartbeat(heartbeat, nowMillis);
        changed(heartbeat.getLane());
    }

    public void count(LaneCount count, long nowMillis) {
        lane(count.lane(), nowMillis).count(count, nowMillis);
        changed(count.lane());
    }

    private void changed(String name) {
        dirty.add(name);
        noteMissing(name);
    }

    private void noteMissing(String name) {
        lacking.remove(name);
        Optional.ofNullable(lanes.get(name)).filter(TrackedLane::missesAny).ifPresent(lane -> lacking.put(name, lane));
    }

    /** Takes which records were read; returns the first second whose windows lack less by that, else the largest value. */
    public long progress(LaneProgress progress, long nowMillis) {
        TrackedLane lane = lane(progress.lane(), nowMillis);
        lane.progress(progress, nowMillis);
        readThrough.merge(progress.partition(), progress.throughSecond(), Math::max);
        changed(progress.lane());
        return lane.takeCompleteFrom();
    }

    /** So many events of a second are in no figure, for there was no room for them. */
    public void refuse(long second, long events) {
        MissingEvents.SequenceRange none = MissingEvents.SequenceRange.NONE;
        refused.add(second, second, none, none, 0, events);
        isRefusedDirty = true;
    }

    /** The last second of an event for which there was no room; the least value if there was none. */
    public long refusedThrough() {
        return refused.lastSecond();
    }

    /** Takes as little room for a lane as it can. */
    public void shrink(String name) {
        Optional.ofNullable(lanes.get(name)).ifPresent(TrackedLane::shrink);
    }

    /** How many things of about the same size they consist of. */
    public long parts() {
        return refused.size()
                + lanes.values().stream().mapToLong(TrackedLane::parts).sum();
    }

    /** Whether events were read, and each of them is known to be counted, so that reading them again counts nothing. */
    public boolean haveCounted(Collection<LaneProgress> progress) {
        return !progress.isEmpty()
                && progress.stream().allMatch(read -> {
                    TrackedLane lane = lanes.get(read.lane());
                    return lane != null && lane.hasCounted(read);
                });
    }

    /** Gives up what has been waited for long enough; returns whether anything is settled by that. */
    public boolean settle(long nowMillis) {
        boolean any = false;
        for (Map.Entry<String, TrackedLane> lane : lanes.entrySet()) {
            if (lane.getValue().settle(nowMillis)) {
                changed(lane.getKey());
                any = true;
            }
        }
        return any;
    }

    /** Whether events that were announced are still waited for, which has an end. */
    public boolean awaitsAnnounced() {
        return lanes.values().stream().anyMatch(TrackedLane::awaitsAnnounced);
    }

    /** How many events that may belong to seconds in {@code [fromSecond, untilSecond)} were announced, or refused, and are not counted. */
    public long missing(long fromSecond, long untilSecond) {
        return refused.between(fromSecond, untilSecond)
                + lacking.values().stream()
                        .mapToLong(lane -> lane.missing(fromSecond, untilSecond))
                        .sum();
    }

    /** How many lanes {@link #missing} looks at. */
    public int lacking() {
        return lacking.size();
    }

    /** Events that were given up since the last call. */
    public long takeNewlyMissing() {
        return lanes.values().stream().mapToLong(TrackedLane::takeNewlyMissing).sum();
    }

    /** Where the lanes are; nothing if there are none. {@code dataEnd} is the end of the last window that there is to settle. */
    public Optional<RunWatermark> watermark(long nowMillis, long dataEnd) {
        if (lanes.isEmpty()) {
            return Optional.empty();
        }
        long limit = announcedThrough(nowMillis);
        Finality finality = anySilent(nowMillis) ? Finality.INCOMPLETE : Finality.FINAL;
        return Optional.of(new RunWatermark(Math.min(limit, dataEnd), finality));
    }

    /** Before which second nothing more is expected; silent lanes are waited for no longer than {@link TrackedLane#SILENT_AFTER}. */
    public long announcedThrough(long nowMillis) {
        long through = lanes.values().stream()
                .filter(lane -> !isSilent(lane, nowMillis))
                .mapToLong(lane -> lane.completeThrough(nowMillis))
                .min()
                .orElse(lanes.isEmpty() ? TrackedLane.NONE : TrackedLane.ALL);
        long wall = nowMillis / 1000 - TrackedLane.SILENT_AFTER.toSeconds();
        return anySilent(nowMillis) ? Math.min(through, wall) : through;
    }

    /** Second up to which every lane that speaks has spoken. */
    public long heartbeatThrough(long nowMillis) {
        return lanes.values().stream()
                .filter(lane -> lane.announces() && lane.completeThrough(nowMillis) != TrackedLane.ALL)
                .filter(lane -> !isSilent(lane, nowMillis))
                .mapToLong(TrackedLane::heartbeatThrough)
                .min()
                .orElse(TrackedLane.NONE);
    }

    /** Second of the newest heartbeat of any lane since the start, or {@link TrackedLane#NONE}. */
    public long lastHeartbeat() {
        return lanes.values().stream()
                .mapToLong(TrackedLane::heartbeatThrough)
                .max()
                .orElse(TrackedLane.NONE);
    }

    public boolean anySilent(long nowMillis) {
        return silentLanes(nowMillis) > 0;
    }

    /** How many fell silent before their end. */
    public long silentLanes(long nowMillis) {
        return lanes.values().stream().filter(lane -> isSilent(lane, nowMillis)).count();
    }

    public boolean anyAnnounces() {
        return lanes.values().stream().anyMatch(TrackedLane::announces);
    }

    /** Whether all that a lane announced before the end of a second was counted or given up. */
    public boolean isOver(String lane, long second, long nowMillis) {
        TrackedLane tracked = lanes.get(lane);
        return tracked != null && tracked.completeThrough(nowMillis) > second;
    }

    public long requestsOfStep(String lane, int step) {
        TrackedLane tracked = lanes.get(lane);
        return tracked == null ? 0 : tracked.requestsOfStep(step);
    }

    /** Segments of a step, from its first, that are over for every lane, and counted. */
    public int segmentsComplete(int step) {
        return lanes.values().stream()
                .filter(lane -> !lane.isRejected())
                .mapToInt(lane -> lane.segmentsComplete(step))
                .min()
                .orElse(0);
    }

    public int inFlight(String target) {
        return lanes.values().stream()
                .filter(lane -> lane.target().equals(target))
                .mapToInt(TrackedLane::inFlight)
                .sum();
    }

    /** Names of lanes changed since the last call, with what is tracked of them. */
    Map<String, TrackedLane> takeDirty() {
        Map<String, TrackedLane> taken = new TreeMap<>();
        dirty.forEach(name -> taken.put(name, lanes.get(name)));
        dirty.clear();
        return taken;
    }

    private TrackedLane lane(String name, long nowMillis) {
        return lanes.computeIfAbsent(name, unseen -> new TrackedLane(nowMillis, nowMillis));
    }

    private boolean isSilent(TrackedLane lane, long nowMillis) {
        return lane.isSilent(nowMillis, isReadToPresent(nowMillis));
    }

    private boolean isReadToPresent(long nowMillis) {
        long present = nowMillis / 1000 - PendingAnnouncements.GRACE.toSeconds();
        return !readThrough.isEmpty() && readThrough.values().stream().allMatch(second -> second >= present);
    }

    /** Writes the lanes that changed since the last call. */
    public void save(EntryWriter out) {
        takeDirty().forEach((name, lane) -> {
            WireWriter bytes = WireWriter.versioned();
            lane.write(bytes);
            out.put(EntryKind.LANE, name, bytes.toBytes());
        });
        if (isRefusedDirty) {
            WireWriter bytes = WireWriter.versioned();
            refused.write(bytes);
            out.put(EntryKind.LEFT_OUT, "", bytes.toBytes());
            isRefusedDirty = false;
        }
    }

    /** Puts back what was saved of events for which there was no room. */
    public void restoreRefused(byte[] bytes) {
        refused = MissingEvents.read(WireReader.versioned(bytes));
    }

    /** Puts a saved lane back. */
    public void restore(String name, byte[] bytes, long nowMillis) {
        WireReader in = WireReader.versioned(bytes);
        lanes.put(name, TrackedLane.read(in, nowMillis));
        noteMissing(name);
    }
}
