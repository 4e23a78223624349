package io.tidemark.streams.breaches;

import io.tidemark.streams.control.ObjectiveVersions;
import io.tidemark.streams.state.EntryKind;
import io.tidemark.streams.state.EntryWriter;
import io.tidemark.streams.steps.RunSteps;
import io.tidemark.streams.windows.RunWindows;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The objectives of a run: where they stand, which breaches they made and what moved with these. Not thread-safe. */
public final class RunBreaches {
    private final RunWindows windows;
    private final RunSteps steps;
    private final ObjectiveTimelines timelines = new ObjectiveTimelines();
    private final CorrelationCache correlations = new CorrelationCache();
    private Optional<EvaluationPass> pass = Optional.empty();
    private long refused;
    private long newlyRefused;

    /** @param steps whose results count breaches */
    public RunBreaches(RunWindows windows, RunSteps steps) {
        this.windows = windows;
        this.steps = steps;
    }

    RunWindows windows() {
        return windows;
    }

    RunSteps steps() {
        return steps;
    }

    public ObjectiveTimelines timelines() {
        return timelines;
    }

    public CorrelationCache correlations() {
        return correlations;
    }

    /** The pass under way, which is begun if there is none. */
    EvaluationPass pass() {
        EvaluationPass current = pass.orElseGet(this::begin);
        pass = Optional.of(current);
        return current;
    }

    private EvaluationPass begin() {
        List<ObjectiveVersions.Version> versions =
                windows.definitions().objectiveVersions().versions();
        timelines.retainVersions(versions.stream()
                .map(version -> new TimelineKey.Version(version.objective().getName(), version.fromSecond()))
                .collect(Collectors.toSet()));
        return new EvaluationPass(versions, windows.series());
    }

    /** The pass under way was the whole. */
    void passed() {
        long lacking = pass().refused();
        newlyRefused += Math.max(0, lacking - refused);
        refused = lacking;
        pass = Optional.empty();
        windows.emission().judged();
    }

    /** Whether a pass is under way: the seconds that are kept are needed, and windows wait. */
    public boolean isBehind() {
        return pass.isPresent();
    }

    /** Timelines for which there is no room, those since the last call. */
    public long takeNewlyRefused() {
        long taken = newlyRefused;
        newlyRefused = 0;
        return taken;
    }

    /** Something came to be known of a second: what breaches show beside their figures may be another, if it had been settled. */
    public void invalidateEvidence(long second) {
        correlations.invalidate(second);
        if (windows.emission().started() && second < windows.emission().settled()) {
            windows.emission().invalidateEvidenceFrom(second);
        }
    }

    /** A scrape of a second came. */
    public void onScrape(long second) {
        correlations.invalidate(second);
        if (second < timelines.latestHead().orElse(Long.MAX_VALUE)) { // nothing is followed yet after a restart
            windows.emission().invalidateEvidenceFrom(second);
        }
    }

    /** Writes what changed since the last call. */
    public void save(EntryWriter out) {
        timelines.takeDirty().forEach((key, bytes) -> out.put(EntryKind.ALARM, key.name(), bytes));
        timelines.takeRemoved().forEach(key -> out.delete(EntryKind.ALARM, key.name()));
        timelines.takeDirtyBuckets().forEach((name, bytes) -> out.put(EntryKind.BUDGET, name, bytes));
        timelines.takeExpiredBuckets().forEach(name -> out.delete(EntryKind.BUDGET, name));
        Set<String> removed = timelines.takeRemovedBudgets();
        if (!removed.isEmpty()) {
            out.deleteAll(
                    EntryKind.BUDGET,
                    bucket -> removed.contains(bucket.substring(ObjectiveTimelines.keyStart(bucket))));
        }
        correlations.takeUnsaved().forEach((name, bytes) -> out.put(EntryKind.MOVED, name, bytes));
        correlations.takeEvicted().forEach(name -> out.delete(EntryKind.MOVED, name));
    }

    /** Lets go of what no breach needs of the seconds before one. */
    public void evictBefore(long second) {
        timelines.all().values().forEach(track -> track.evict(second));
        correlations.evictedBefore(second);
        correlations.retainPublished(timelines::mayPublish);
    }
}
