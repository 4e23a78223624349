package io.tidemark.streams.run;

import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.streams.pane.LaneCount;
import io.tidemark.streams.pane.LaneProgress;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The lanes of a run. A second is final when every lane has announced it and what it announced was counted. Not thread-safe. */
final class LaneBooks {
    private final Map<String, LaneBook> lanes = new TreeMap<>();
    private final Set<String> dirty = new HashSet<>();
    /** Latest second of which an event was read since the start, of any lane, by partition. */
    private final Map<Integer, Long> readThrough = new HashMap<>();

    /** @param sinceMillis since when they may have sent something */
    void expect(Collection<String> names, long nowMillis, long sinceMillis) {
        names.forEach(name -> lanes.computeIfAbsent(name, unseen -> new LaneBook(nowMillis, sinceMillis))
                .expect());
    }

    void hear(Heartbeat heartbeat, long nowMillis) {
        lane(heartbeat.getLane(), nowMillis).hear(heartbeat, nowMillis);
        dirty.add(heartbeat.getLane());
    }

    void count(LaneCount count, long nowMillis) {
        lane(count.lane(), nowMillis).count(count, nowMillis);
        dirty.add(count.lane());
    }

    /** Takes records of earlier versions, which do not say their numbers. */
    void countUnnumbered(LaneCount count, long nowMillis) {
        lane(count.lane(), nowMillis).countUnnumbered(count, nowMillis);
    }

    /** Takes which records were read; returns the first second whose windows lack less by that, else the largest value. */
    long progress(LaneProgress progress, long nowMillis) {
        LaneBook lane = lane(progress.lane(), nowMillis);
        lane.progress(progress, nowMillis);
        readThrough.merge(progress.partition(), progress.throughSecond(), Math::max);
        dirty.add(progress.lane());
        return lane.takeCompleteFrom();
    }

    /** Gives up what has been waited for long enough; returns whether anything is settled by that. */
    boolean settle(long nowMillis) {
        boolean any = false;
        for (Map.Entry<String, LaneBook> lane : lanes.entrySet()) {
            if (lane.getValue().settle(nowMillis)) {
                dirty.add(lane.getKey());
                any = true;
            }
        }
        return any;
    }

    /** Whether events that were announced are still waited for, which has an end. */
    boolean awaitAnnounced() {
        return lanes.values().stream().anyMatch(LaneBook::awaitsAnnounced);
    }

    /** How many events that may belong to seconds in {@code [fromSecond, untilSecond)} were announced and are not counted. */
    long missing(long fromSecond, long untilSecond) {
        long missing = 0;
        for (LaneBook lane : lanes.values()) {
            missing += lane.missesAny() ? lane.missing(fromSecond, untilSecond) : 0;
        }
        return missing;
    }

    /** Events that were given up since the last call. */
    long takeNewlyMissing() {
        return lanes.values().stream().mapToLong(LaneBook::takeNewlyMissing).sum();
    }

    void restore(String name, LaneBook lane) {
        lanes.put(name, lane);
    }

    /** Where the lanes are; nothing if there are none. {@code lastSecond} is the end of the data so far. */
    Optional<Settlement> settlement(long nowMillis, long lastSecond) {
        if (lanes.isEmpty()) {
            return Optional.empty();
        }
        long limit = announced(nowMillis);
        Finality finality = anySilent(nowMillis) ? Finality.INCOMPLETE : Finality.FINAL;
        return Optional.of(new Settlement(Math.min(limit, lastSecond + 1), finality));
    }

    /** Before which second nothing more is expected; silent lanes are waited for no longer than {@link LaneBook#SILENCE}. */
    long announced(long nowMillis) {
        long through = lanes.values().stream()
                .filter(lane -> !isSilent(lane, nowMillis))
                .mapToLong(lane -> lane.completeThrough(nowMillis))
                .min()
                .orElse(lanes.isEmpty() ? LaneBook.NOTHING : LaneBook.EVERYTHING);
        long wall = nowMillis / 1000 - LaneBook.SILENCE.toSeconds();
        return anySilent(nowMillis) ? Math.min(through, wall) : through;
    }

    /** Second up to which every lane that speaks has spoken. */
    long heardThrough(long nowMillis) {
        return lanes.values().stream()
                .filter(lane -> lane.announces() && lane.completeThrough(nowMillis) != LaneBook.EVERYTHING)
                .filter(lane -> !isSilent(lane, nowMillis))
                .mapToLong(LaneBook::heardThrough)
                .min()
                .orElse(LaneBook.NOTHING);
    }

    boolean anySilent(long nowMillis) {
        return silent(nowMillis) > 0;
    }

    /** How many fell silent before their end. */
    long silent(long nowMillis) {
        return lanes.values().stream().filter(lane -> isSilent(lane, nowMillis)).count();
    }

    boolean anyAnnounces() {
        return lanes.values().stream().anyMatch(LaneBook::announces);
    }

    /** Whether all that a lane announced before the end of a second was counted or given up. */
    boolean isOver(String lane, long second, long nowMillis) {
        LaneBook book = lanes.get(lane);
        return book != null && book.completeThrough(nowMillis) > second;
    }

    long requestsOfStep(String lane, int step) {
        LaneBook book = lanes.get(lane);
        return book == null ? 0 : book.requestsOfStep(step);
    }

    /** Segments of a step, from its first, that are over for every lane, and counted. */
    int segmentsOver(int step) {
        return lanes.values().stream()
                .filter(lane -> !lane.isRejected())
                .mapToInt(lane -> lane.segmentsOver(step))
                .min()
                .orElse(0);
    }

    int inFlight(String target) {
        return lanes.values().stream()
                .filter(lane -> lane.target().equals(target))
                .mapToInt(LaneBook::inFlight)
                .sum();
    }

    /** Names of lanes changed since the last call, with their books. */
    Map<String, LaneBook> takeDirty() {
        Map<String, LaneBook> taken = new TreeMap<>(lanes);
        taken.keySet().retainAll(dirty);
        dirty.clear();
        return taken;
    }

    private LaneBook lane(String name, long nowMillis) {
        return lanes.computeIfAbsent(name, unseen -> new LaneBook(nowMillis, nowMillis));
    }

    private boolean isSilent(LaneBook lane, long nowMillis) {
        return lane.isSilent(nowMillis, isReadToPresent(nowMillis));
    }

    private boolean isReadToPresent(long nowMillis) {
        long present = nowMillis / 1000 - Announcements.GRACE.toSeconds();
        return !readThrough.isEmpty() && readThrough.values().stream().allMatch(second -> second >= present);
    }
}
