package io.tidemark.streams.run;

import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.ObjectiveState;
import io.tidemark.streams.slo.AlarmBytes;
import io.tidemark.streams.slo.AlarmTrack;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The objectives of a run over its series. Not thread-safe. */
final class Alarms {
    /** The gravest first. */
    private static final List<ObjectiveStanding> BY_GRAVITY = List.of(
            ObjectiveStanding.FIRING,
            ObjectiveStanding.PENDING,
            ObjectiveStanding.NO_DATA,
            ObjectiveStanding.INSUFFICIENT_DATA,
            ObjectiveStanding.OK,
            ObjectiveStanding.UNKNOWN);

    /** An objective over a series. */
    record Key(int step, String target, String objective) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byStep = Integer.compare(step, other.step);
            int byTarget = byStep == 0 ? target.compareTo(other.target) : byStep;
            return byTarget == 0 ? objective.compareTo(other.objective) : byTarget;
        }

        /** For the store; the objective's name may hold anything, so it comes last. */
        String name() {
            return step + "/" + target.length() + "/" + target + objective;
        }

        static Key parse(String name) {
            String[] parts = name.split("/", 3);
            int length = Integer.parseInt(parts[1]);
            return new Key(Integer.parseInt(parts[0]), parts[2].substring(0, length), parts[2].substring(length));
        }
    }

    private final Map<Key, AlarmTrack> tracks = new TreeMap<>();
    private final Map<Key, byte[]> saved = new TreeMap<>();
    private final List<Key> removed = new ArrayList<>();

    Map<Key, AlarmTrack> tracks() {
        return Collections.unmodifiableMap(tracks);
    }

    /** Whether a track was begun, here or before a restart. */
    boolean knows(Key key) {
        return tracks.containsKey(key) || saved.containsKey(key);
    }

    /** The track of an objective over a series, begun at {@code fromSecond}; one that was begun under another objective of that name goes on. */
    AlarmTrack track(ObjectiveState objective, SeriesSeconds seconds, long fromSecond) {
        Key key = new Key(seconds.series().step(), seconds.series().target(), objective.getName());
        AlarmTrack track = tracks.computeIfAbsent(key, unseen -> begin(key, objective, seconds, fromSecond));
        if (track.objective().equals(objective)) {
            return track;
        }
        AlarmTrack changed = track.under(objective, seconds);
        tracks.put(key, changed);
        return changed;
    }

    /** An objective was taken away. */
    void remove(Key key) {
        tracks.remove(key);
        saved.remove(key);
        removed.add(key);
    }

    /** Where an objective stands in a step: the gravest of its targets. */
    ObjectiveStanding standing(int step, String objective) {
        return tracks.entrySet().stream()
                .filter(entry -> entry.getKey().step() == step
                        && entry.getKey().objective().equals(objective))
                .map(entry -> entry.getValue().standing())
                .min(Comparator.comparingInt(BY_GRAVITY::indexOf))
                .orElse(ObjectiveStanding.UNKNOWN);
    }

    /** The furthest second that was looked at. */
    OptionalLong furthest() {
        return tracks.values().stream().mapToLong(AlarmTrack::head).max();
    }

    void restore(String name, byte[] bytes) {
        saved.put(Key.parse(name), bytes);
    }

    Map<Key, byte[]> takeDirty() {
        Map<Key, byte[]> taken = new TreeMap<>();
        tracks.forEach((key, track) -> {
            if (track.takeChanged()) {
                taken.put(key, AlarmBytes.encode(track));
            }
        });
        return taken;
    }

    List<Key> takeRemoved() {
        List<Key> taken = List.copyOf(removed);
        removed.clear();
        return taken;
    }

    private AlarmTrack begin(Key key, ObjectiveState objective, SeriesSeconds seconds, long fromSecond) {
        byte[] bytes = saved.remove(key);
        return bytes == null
                ? new AlarmTrack(objective, seconds, fromSecond)
                : AlarmBytes.decode(objective, seconds, bytes);
    }
}
