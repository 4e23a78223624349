package io.tidemark.streams.run;

import io.tidemark.events.ObjectiveState;
import io.tidemark.streams.pane.SeriesKey;
import io.tidemark.streams.slo.AlarmBytes;
import io.tidemark.streams.slo.AlarmTrack;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The objectives of a run over its series. Not thread-safe. */
final class Alarms {
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
    private final Set<Key> dirty = new LinkedHashSet<>();

    Map<Key, AlarmTrack> tracks() {
        return Collections.unmodifiableMap(tracks);
    }

    /** The track of an objective over a series, begun at its first retained second; none for another class. */
    Optional<AlarmTrack> track(ObjectiveState objective, Series series) {
        SeriesKey of = series.key();
        if (!of.requestClass().equals(objective.getRequestClass())
                || series.panes().first().isEmpty()) {
            return Optional.empty();
        }
        Key key = new Key(of.step(), of.target(), objective.getName());
        AlarmTrack track = tracks.computeIfAbsent(key, unseen -> begin(key, objective, series));
        return Optional.of(track);
    }

    /** An objective was taken away or changed: what was found of it is void. */
    void drop(String objective) {
        tracks.keySet().removeIf(key -> key.objective().equals(objective));
        saved.keySet().removeIf(key -> key.objective().equals(objective));
    }

    void restore(String name, byte[] bytes) {
        saved.put(Key.parse(name), bytes);
    }

    void changed(Key key) {
        dirty.add(key);
    }

    Map<Key, byte[]> takeDirty() {
        Map<Key, byte[]> taken = new TreeMap<>();
        for (Key key : dirty) {
            AlarmTrack track = tracks.get(key);
            if (track != null) {
                taken.put(key, AlarmBytes.encode(track));
            }
        }
        dirty.clear();
        return taken;
    }

    private AlarmTrack begin(Key key, ObjectiveState objective, Series series) {
        byte[] bytes = saved.remove(key);
        return bytes == null
                ? new AlarmTrack(
                        objective, series.panes(), series.panes().first().orElseThrow())
                : AlarmBytes.decode(objective, series.panes(), bytes);
    }
}
