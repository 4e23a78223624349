package io.tidemark.streams.run;

import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.ObjectiveState;
import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.SeriesKey;
import io.tidemark.streams.slo.AlarmBytes;
import io.tidemark.streams.slo.AlarmTrack;
import io.tidemark.streams.slo.Budget;
import io.tidemark.streams.slo.Watched;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The objectives of a run over its series: their tracks and their budgets. Not thread-safe. */
final class Alarms {
    /** The gravest first. */
    private static final List<ObjectiveStanding> BY_GRAVITY = List.of(
            ObjectiveStanding.FIRING,
            ObjectiveStanding.PENDING,
            ObjectiveStanding.NO_DATA,
            ObjectiveStanding.INSUFFICIENT_DATA,
            ObjectiveStanding.OK,
            ObjectiveStanding.UNKNOWN);

    private final Map<AlarmKey, AlarmTrack> tracks = new TreeMap<>();
    private final Map<AlarmKey, byte[]> savedTracks = new TreeMap<>();
    private final Map<AlarmKey, Budget> budgets = new TreeMap<>();
    private final Map<AlarmKey, Map<String, byte[]>> savedBuckets = new TreeMap<>();
    private final List<AlarmKey> removedTracks = new ArrayList<>();
    private final List<String> removedBuckets = new ArrayList<>();

    private final ToldBreaches told = new ToldBreaches();

    /** Records of breaches as they were told last. */
    ToldBreaches told() {
        return told;
    }

    Map<AlarmKey, AlarmTrack> tracks() {
        return Collections.unmodifiableMap(tracks);
    }

    /** Whether a track was begun, here or before a restart. */
    boolean knows(AlarmKey key) {
        return tracks.containsKey(key) || isSaved(key);
    }

    /** Whether a track was begun before a restart and is not followed again yet. */
    boolean isSaved(AlarmKey key) {
        return savedTracks.containsKey(key) || savedTracks.containsKey(key.ofVersion2());
    }

    /** Whether a breach was told and can still change, or that is not known yet. */
    boolean mayTell(AlarmKey key, long sinceSecond) {
        AlarmTrack track = tracks.get(key);
        return track == null ? isSaved(key) : track.tells(sinceSecond);
    }

    /** What is followed of an objective over a series, begun at {@code fromSecond} if it is new. */
    AlarmTrack track(AlarmKey key, Watched watched, SeriesSeconds seconds, long fromSecond) {
        return tracks.computeIfAbsent(key, unseen -> begin(key, watched, seconds, fromSecond));
    }

    /** Forgets what is followed of versions that are known no longer. */
    void keepOnly(Set<AlarmKey.Version> versions) {
        Set<String> names = versions.stream().map(AlarmKey.Version::objective).collect(Collectors.toSet());
        Predicate<AlarmKey> gone =
                key -> key.hasVersion() ? !versions.contains(key.version()) : !names.contains(key.objective());
        Stream.of(tracks, savedTracks).forEach(keyed -> {
            keyed.keySet().stream().filter(gone).forEach(removedTracks::add);
            keyed.keySet().removeIf(gone);
        });
        Stream.of(budgets, savedBuckets).forEach(keyed -> {
            keyed.keySet().stream().filter(gone).map(AlarmKey::name).forEach(removedBuckets::add);
            keyed.keySet().removeIf(gone);
        });
    }

    /** Data came for a second. */
    void touched(long second) {
        budgets.values().forEach(budget -> budget.touched(second));
    }

    /** A second of a series is let go of. */
    void letGo(SeriesKey series, long second, Pane pane) {
        budgets.forEach((key, budget) -> {
            if (key.isOf(series) && budget.objective().getRequestClass().equals(series.requestClass())) {
                budget.letGo(second, pane);
            }
        });
    }

    /** What is followed in a step, over all its targets, of the newest version of an objective. */
    Map<AlarmKey, AlarmTrack> current(int step, ObjectiveState objective) {
        Map<AlarmKey, AlarmTrack> current = new TreeMap<>(tracks);
        current.values()
                .removeIf(track -> !track.watched().objective().getName().equals(objective.getName()));
        long newest =
                current.keySet().stream().mapToLong(AlarmKey::fromSecond).max().orElse(0);
        current.keySet().removeIf(key -> key.step() != step || key.fromSecond() != newest);
        return current;
    }

    /** The gravest of where tracks stand. */
    static ObjectiveStanding gravest(Collection<AlarmTrack> tracks) {
        return tracks.stream()
                .map(AlarmTrack::standing)
                .min(Comparator.comparingInt(BY_GRAVITY::indexOf))
                .orElse(ObjectiveStanding.UNKNOWN);
    }

    /** The budget of an objective over a series. */
    Optional<Budget> budget(AlarmKey key) {
        return Optional.ofNullable(budgets.get(key.window()));
    }

    /** The furthest second that was looked at. */
    OptionalLong furthest() {
        return tracks.values().stream().mapToLong(AlarmTrack::head).max();
    }

    void restore(String name, byte[] bytes) {
        savedTracks.put(AlarmKey.parse(name), bytes);
    }

    /** Puts a saved bucket of a budget back; its name ends with that of its key. */
    void restoreBucket(String name, byte[] bytes) {
        int at = name.indexOf('/', name.indexOf('/') + 1);
        savedBuckets
                .computeIfAbsent(AlarmKey.parse(name.substring(at + 1)), unseen -> new TreeMap<>())
                .put(name.substring(0, at), bytes);
    }

    Map<AlarmKey, byte[]> takeDirty() {
        Map<AlarmKey, byte[]> taken = new TreeMap<>();
        tracks.forEach((key, track) -> {
            if (track.takeChanged()) {
                taken.put(key, AlarmBytes.encode(track));
            }
        });
        return taken;
    }

    List<AlarmKey> takeRemoved() {
        List<AlarmKey> taken = List.copyOf(removedTracks);
        removedTracks.clear();
        return taken;
    }

    /** Buckets that changed since the last call. */
    Map<String, byte[]> takeDirtyBuckets() {
        Map<String, byte[]> taken = new TreeMap<>();
        budgets.forEach((key, budget) ->
                budget.takeUnsaved().forEach((bucket, bytes) -> taken.put(bucket + "/" + key.name(), bytes)));
        return taken;
    }

    /** Buckets that no window needs any more. */
    List<String> takeGoneBuckets() {
        List<String> taken = new ArrayList<>();
        budgets.forEach((key, budget) -> budget.takeGone().forEach(bucket -> taken.add(bucket + "/" + key.name())));
        return taken;
    }

    /** Names of keys whose buckets are all to be deleted. */
    List<String> takeRemovedBudgets() {
        List<String> taken = List.copyOf(removedBuckets);
        removedBuckets.clear();
        return taken;
    }

    private AlarmTrack begin(AlarmKey key, Watched watched, SeriesSeconds seconds, long fromSecond) {
        Budget budget = budgets.computeIfAbsent(key.window(), unseen -> {
            Budget begun = new Budget(watched.objective(), seconds, key.fromSecond());
            Map<String, byte[]> saved = savedBuckets.remove(key.window());
            if (saved != null) {
                saved.forEach(begun::restore);
            }
            return begun;
        });
        byte[] bytes = savedTracks.remove(key);
        if (bytes == null && savedTracks.containsKey(key.ofVersion2())) {
            bytes = savedTracks.remove(key.ofVersion2());
            removedTracks.add(key.ofVersion2());
        }
        return bytes == null ? new AlarmTrack(watched, budget, fromSecond) : AlarmBytes.decode(watched, budget, bytes);
    }
}
