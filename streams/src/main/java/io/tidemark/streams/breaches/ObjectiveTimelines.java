package io.tidemark.streams.breaches;

import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.ObjectiveState;
import io.tidemark.streams.objectives.ErrorBudgetCounts;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.windows.SeriesWithInFlight;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The objectives of a run over its series: their tracks and their budgets. Not thread-safe. */
public final class ObjectiveTimelines {
    /** The gravest first. */
    private static final List<ObjectiveStanding> WORST_FIRST = List.of(
            ObjectiveStanding.FIRING,
            ObjectiveStanding.PENDING,
            ObjectiveStanding.NO_DATA,
            ObjectiveStanding.IN_DOUBT,
            ObjectiveStanding.INSUFFICIENT_DATA,
            ObjectiveStanding.OK,
            ObjectiveStanding.UNKNOWN);

    private final NavigableMap<TimelineKey, ObjectiveTimeline> all = new TreeMap<>();
    private final Map<TimelineKey, byte[]> savedTimelines = new TreeMap<>();
    private final NavigableMap<TimelineKey, ErrorBudgetCounts> budgets = new TreeMap<>();
    private final Map<TimelineKey, Map<String, byte[]>> savedBuckets = new TreeMap<>();
    private final List<TimelineKey> removedTimelines = new ArrayList<>();
    private final Set<String> removedBuckets = new HashSet<>();
    /** From which second on the newest version of an objective applies that anything is followed of. */
    private final Map<String, Long> newest = new HashMap<>();

    private final LastPublishedBreaches lastPublished = new LastPublishedBreaches();

    public LastPublishedBreaches lastPublished() {
        return lastPublished;
    }

    public Map<TimelineKey, ObjectiveTimeline> all() {
        return Collections.unmodifiableMap(all);
    }

    /** How many are kept, of those that were begun before a restart, too. */
    public int size() {
        return all.size() + savedTimelines.size();
    }

    /** Whether a track was begun, here or before a restart. */
    public boolean isKnown(TimelineKey key) {
        return all.containsKey(key) || isSaved(key);
    }

    /** Whether a track was begun before a restart and is not followed again yet. */
    public boolean isSaved(TimelineKey key) {
        return savedTimelines.containsKey(key);
    }

    /** Whether a breach was published and can still change, or that is not known yet. */
    public boolean mayPublish(TimelineKey key, long sinceSecond) {
        ObjectiveTimeline track = all.get(key);
        return track == null ? isSaved(key) : track.isPublished(sinceSecond);
    }

    /** What is followed of an objective over a series, begun at {@code fromSecond} if it is new. */
    public ObjectiveTimeline getOrCreate(
            TimelineKey key, ObjectiveCondition watched, SeriesWithInFlight seconds, LongSupplier fromSecond) {
        return all.computeIfAbsent(key, unseen -> begin(key, watched, seconds, fromSecond));
    }

    /** Forgets what is followed of versions that are known no longer. */
    public void retainVersions(Set<TimelineKey.Version> versions) {
        int before = all.size();
        Predicate<TimelineKey> gone = key -> !versions.contains(key.version());
        Stream.of(all, savedTimelines).forEach(keyed -> {
            keyed.keySet().stream().filter(gone).forEach(removedTimelines::add);
            keyed.keySet().removeIf(gone);
        });
        Stream.of(budgets, savedBuckets).forEach(keyed -> {
            keyed.keySet().stream().filter(gone).map(TimelineKey::name).forEach(removedBuckets::add);
            keyed.keySet().removeIf(gone);
        });
        if (all.size() < before) {
            newest.clear();
            all.keySet().forEach(this::follows);
        }
    }

    private void follows(TimelineKey key) {
        newest.merge(key.objective(), key.fromSecond(), Math::max);
    }

    /** Data came for a second. */
    public void invalidate(long second) {
        budgets.values().forEach(budget -> budget.invalidate(second));
    }

    /** A second of a series is let go of. */
    public void evict(SeriesKey series, long second, Pane pane) {
        TimelineKey.ofTarget(budgets, series).values().stream()
                .filter(budget -> budget.objective().getRequestClass().equals(series.requestClass()))
                .forEach(budget -> budget.evict(second, pane));
    }

    /** What is followed in a step, over all its targets, of the newest version of an objective. */
    Map<TimelineKey, ObjectiveTimeline> current(int step, ObjectiveState objective) {
        TimelineKey.Version version =
                new TimelineKey.Version(objective.getName(), newest.getOrDefault(objective.getName(), 0L));
        Map<TimelineKey, ObjectiveTimeline> current = new TreeMap<>(TimelineKey.ofStep(all, step));
        current.keySet().removeIf(key -> !key.version().equals(version));
        return current;
    }

    /** The gravest of where tracks stand. */
    static ObjectiveStanding worst(Collection<ObjectiveTimeline> tracks) {
        return tracks.stream()
                .map(ObjectiveTimeline::standing)
                .min(Comparator.comparingInt(WORST_FIRST::indexOf))
                .orElse(ObjectiveStanding.UNKNOWN);
    }

    /** The budget of an objective over a series. */
    Optional<ErrorBudgetCounts> budget(TimelineKey key) {
        return Optional.ofNullable(budgets.get(key.window()));
    }

    /** The furthest second that was looked at. */
    public OptionalLong latestHead() {
        return all.values().stream().mapToLong(ObjectiveTimeline::head).max();
    }

    public void restore(String name, byte[] bytes) {
        savedTimelines.put(TimelineKey.parse(name), bytes);
    }

    /** Puts a saved bucket of a budget back; its name ends with that of its key. */
    public void restoreBucket(String name, byte[] bytes) {
        savedBuckets
                .computeIfAbsent(TimelineKey.parse(name.substring(keyStart(name))), unseen -> new TreeMap<>())
                .put(name.substring(0, keyStart(name) - 1), bytes);
    }

    /** Where the name of its key begins in that of a bucket. */
    static int keyStart(String bucket) {
        return bucket.indexOf('/', bucket.indexOf('/') + 1) + 1;
    }

    public Map<TimelineKey, byte[]> takeDirty() {
        Map<TimelineKey, byte[]> taken = new TreeMap<>();
        all.forEach((key, track) -> {
            if (track.takeChanged()) {
                taken.put(key, ObjectiveTimelineCodec.encode(track));
            }
        });
        return taken;
    }

    public List<TimelineKey> takeRemoved() {
        List<TimelineKey> taken = List.copyOf(removedTimelines);
        removedTimelines.clear();
        return taken;
    }

    /** Buckets that changed since the last call. */
    public Map<String, byte[]> takeDirtyBuckets() {
        Map<String, byte[]> taken = new TreeMap<>();
        budgets.forEach((key, budget) ->
                budget.takeUnsaved().forEach((bucket, bytes) -> taken.put(bucket + "/" + key.name(), bytes)));
        return taken;
    }

    /** Buckets that no window needs any more. */
    public List<String> takeExpiredBuckets() {
        List<String> taken = new ArrayList<>();
        budgets.forEach((key, budget) -> budget.takeExpired().forEach(bucket -> taken.add(bucket + "/" + key.name())));
        return taken;
    }

    /** Names of keys whose buckets are all to be deleted. */
    public Set<String> takeRemovedBudgets() {
        Set<String> taken = Set.copyOf(removedBuckets);
        removedBuckets.clear();
        return taken;
    }

    private ObjectiveTimeline begin(
            TimelineKey key, ObjectiveCondition watched, SeriesWithInFlight seconds, LongSupplier fromSecond) {
        ErrorBudgetCounts budget = budgets.computeIfAbsent(key.window(), unseen -> {
            ErrorBudgetCounts begun = new ErrorBudgetCounts(watched.objective(), seconds, key.fromSecond());
            Map<String, byte[]> saved = savedBuckets.remove(key.window());
            if (saved != null) {
                saved.forEach(begun::restore);
            }
            return begun;
        });
        byte[] bytes = savedTimelines.remove(key);
        follows(key);
        return bytes == null
                ? new ObjectiveTimeline(watched, budget, fromSecond.getAsLong())
                : ObjectiveTimelineCodec.decode(watched, budget, bytes);
    }
}
