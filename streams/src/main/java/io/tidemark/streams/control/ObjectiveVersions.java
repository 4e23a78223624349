package io.tidemark.streams.control;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.SloState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The objectives of a run as they applied in event time: each version from the second of its change until the next one. Seconds before a change
 * are judged by what applied then, however late they come. Not thread-safe.
 */
public final class ObjectiveVersions {
    /**
     * An objective as it applied to the windows that end in {@code (fromSecond, untilSecond]}.
     *
     * @param endedBy why it no longer applies; UNKNOWN while it does
     */
    public record Version(ObjectiveState objective, long fromSecond, long untilSecond, BreachEnd endedBy) {}

    private final Map<String, NavigableMap<Long, SloState>> states = new TreeMap<>();

    /**
     * Takes a change; what was reported already is none.
     *
     * @param earliest second before which nothing is judged again: an older change applies from there on
     * @return the change with the second from which on it applies
     */
    Optional<SloState> apply(SloState change, long earliest) {
        NavigableMap<Long, SloState> versions =
                states.computeIfAbsent(change.getObjective().getName(), unseen -> new TreeMap<>());
        long second = change.getChanged().getEpochSecond();
        if (!versions.isEmpty()) {
            if (isEquivalent(versions.lastEntry().getValue(), change)) {
                return Optional.empty();
            }
            second = Math.max(second, Math.max(earliest, versions.lastKey() + 1));
        }
        SloState applied = SloState.newBuilder(change)
                .setChanged(Instant.ofEpochSecond(second))
                .build();
        versions.put(second, applied);
        return Optional.of(applied);
    }

    /** How many objectives have a version that is kept. */
    public int size() {
        return states.size();
    }

    public boolean contains(String objective) {
        return states.containsKey(objective);
    }

    /** Puts a change back that was applied before. */
    void restore(SloState applied) {
        states.computeIfAbsent(applied.getObjective().getName(), unseen -> new TreeMap<>())
                .put(applied.getChanged().getEpochSecond(), applied);
    }

    /** The objectives that apply now, by name. */
    Collection<ObjectiveState> current() {
        List<ObjectiveState> current = new ArrayList<>();
        states.values().stream()
                .map(versions -> versions.lastEntry().getValue())
                .filter(state -> !state.getRemoved())
                .forEach(state -> current.add(state.getObjective()));
        return current;
    }

    /** All versions that can still be judged by. */
    public List<Version> versions() {
        List<Version> versions = new ArrayList<>();
        states.values()
                .forEach(changes -> changes.forEach((second, state) -> {
                    if (!state.getRemoved()) {
                        versions.add(version(second, state, changes.higherEntry(second)));
                    }
                }));
        return versions;
    }

    /** Forgets versions that no longer applied at a second; returns the changes that are gone. */
    public List<SloState> evict(long keepFromSecond) {
        List<SloState> gone = new ArrayList<>();
        states.values().forEach(versions -> {
            while (isOver(versions, keepFromSecond)) {
                gone.add(versions.pollFirstEntry().getValue());
            }
        });
        states.values().removeIf(NavigableMap::isEmpty);
        return gone;
    }

    private static boolean isOver(NavigableMap<Long, SloState> versions, long keepFromSecond) {
        if (versions.isEmpty()) {
            return false;
        }
        Long next = versions.higherKey(versions.firstKey());
        boolean removed = versions.firstEntry().getValue().getRemoved();
        return (removed && versions.firstKey() < keepFromSecond) || (next != null && next < keepFromSecond);
    }

    private static Version version(long second, SloState state, Map.@Nullable Entry<Long, SloState> next) {
        if (next == null) {
            return new Version(state.getObjective(), second, Long.MAX_VALUE, BreachEnd.UNKNOWN);
        }
        BreachEnd by = next.getValue().getRemoved() ? BreachEnd.REMOVED : BreachEnd.SUPERSEDED;
        return new Version(state.getObjective(), second, next.getKey(), by);
    }

    private static boolean isEquivalent(SloState one, SloState other) {
        return one.getRemoved() == other.getRemoved()
                && (one.getRemoved() || one.getObjective().equals(other.getObjective()));
    }
}
