package io.tidemark.streams.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.schemas.RecordLimits;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.streams.control.ObjectiveVersions;
import io.tidemark.streams.control.RunDefinitions;
import io.tidemark.streams.inbox.RunInboxRecord;
import io.tidemark.streams.lanes.LaneCount;
import io.tidemark.streams.lanes.LaneProgress;
import io.tidemark.streams.processor.TeamUsage;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * How much one run holds of what is limited, and whether a record would make it too much, of the run or of all runs of the team. What was
 * restored stays, whatever the limits are. Not thread-safe.
 */
final class RunHoldings {
    /** Of the bytes of definitions, for changes of those that are kept: a run can say that it ended. */
    private static final int RESERVED_FRACTION = 8;

    /** Of the heap, of each thing that a lane consists of: a page of numbers, a gap, an announcement. */
    private static final int LANE_PART_BYTES = 128;

    private final TrackedRun run;
    private final TeamUsage.Share share;
    private final RunStore store;
    private final Map<TeamLimit, Long> shared = new EnumMap<>(TeamLimit.class);
    private long laneBytes;
    private long unsavedBytes;

    RunHoldings(TrackedRun run, TeamUsage.Share share, RunStore store) {
        this.run = run;
        this.share = share;
        this.store = store;
    }

    /** Reports to the team what the run holds now. */
    void update() {
        hold(TeamLimit.RUNS, 1);
        hold(TeamLimit.LANES, run.lanes().size());
        hold(TeamLimit.SOURCES, run.signals().scrapes().size());
        hold(TeamLimit.SAMPLE_BYTES_HELD, store.sampleBytes(run.run()));
        hold(TeamLimit.DEFINITION_BYTES, store.definitionSizes().totalBytes(run.run()));
        hold(TeamLimit.STEP_OBJECTIVES, (long) steps() * objectives());
        hold(TeamLimit.TIMELINES, run.breaches().timelines().size());
        hold(TeamLimit.STATE_BYTES, store.stateBytes(run.run()) + run.windows().heapBytes() + laneBytes + unsavedBytes);
    }

    private int steps() {
        return run.steps().steps().size();
    }

    private int objectives() {
        return run.definitions().objectiveVersions().size();
    }

    /** Whether the team may follow so many objectives over a series more. */
    boolean hasRoomForTimelines(int more) {
        hold(TeamLimit.TIMELINES, run.breaches().timelines().size());
        return share.excess(TeamLimit.TIMELINES, more).isEmpty();
    }

    /** A record was taken, of which the store knows nothing yet. */
    void grow(int sizeBytes) {
        unsavedBytes += sizeBytes;
    }

    /** The store knows all. */
    void saved() {
        unsavedBytes = 0;
        laneBytes = LANE_PART_BYTES * run.lanes().parts();
        update();
    }

    /** The run is forgotten. */
    void release() {
        shared.keySet().forEach(limit -> hold(limit, 0));
    }

    private void hold(TeamLimit limit, long count) {
        Long before = shared.put(limit, count);
        share.add(limit, count - (before == null ? 0 : before));
    }

    /** The limit that a record would exceed; events of lanes are never refused as a whole. */
    Optional<RecordLimits.Excess> excess(RunInboxRecord record, int sizeBytes) {
        if (record instanceof RunInboxRecord.Definition definition) {
            return ofDefinition(definition.event(), sizeBytes);
        }
        if (record instanceof RunInboxRecord.HeartbeatReceived beat) {
            return first(ofNewLanes(run.lanes().contains(beat.heartbeat().getLane()) ? 0 : 1), ofState());
        }
        return record instanceof RunInboxRecord.Scrape scrape
                ? first(ofSource(scrape), share.excess(TeamLimit.SAMPLE_BYTES_HELD, sizeBytes))
                : Optional.empty();
    }

    /** Whether the team has no room for what a record brings; a run that is over a limit of its own is helped by no room. */
    boolean isTeamFull(RunInboxRecord record, int sizeBytes) {
        if (record instanceof RunInboxRecord.Deltas deltas) {
            long unseen = Stream.concat(
                            deltas.lanes().stream().map(LaneCount::lane),
                            deltas.progress().stream().map(LaneProgress::lane))
                    .filter(lane -> !run.lanes().contains(lane))
                    .distinct()
                    .count();
            return isOfTeam(ofNewLanes(unseen)) || isStateFull();
        }
        return isOfTeam(excess(record, sizeBytes));
    }

    private static boolean isOfTeam(Optional<RecordLimits.Excess> excess) {
        return excess.filter(over -> over.limit().scope() == TeamLimit.Scope.TEAM)
                .isPresent();
    }

    /** Whether the team has no room for what comes of its runs: values, heartbeats, new definitions. */
    boolean isStateFull() {
        return ofState().isPresent();
    }

    private Optional<RecordLimits.Excess> ofState() {
        return share.excess(TeamLimit.STATE_BYTES, 1);
    }

    /** Where samples have no room, a source that is known has that of its oldest ones; returns whether it took it. */
    boolean makeRoom(ServerSample sample, int sizeBytes) {
        boolean isFull = share.excess(TeamLimit.SAMPLE_BYTES_HELD, sizeBytes).isPresent();
        if (!isFull || !run.signals().scrapes().contains(sample)) {
            return false;
        }
        store.makeRoom(run, sample, sizeBytes);
        update();
        return true;
    }

    private Optional<RecordLimits.Excess> ofSource(RunInboxRecord.Scrape scrape) {
        return run.signals().scrapes().contains(scrape.sample())
                ? Optional.empty()
                : first(
                        ofRun(TeamLimit.SOURCES_PER_RUN, run.signals().scrapes().size() + 1L),
                        share.excess(TeamLimit.SOURCES, 1));
    }

    private Optional<RecordLimits.Excess> ofDefinition(ControlEvent event, int sizeBytes) {
        int before = store.definitionSizes().bytes(run.run(), RunDefinitions.name(event));
        if (before > 0) {
            return first(share.excess(TeamLimit.DEFINITION_BYTES, sizeBytes - before), ofLanes(event));
        }
        long sizeWithReserve = (long) sizeBytes + TeamLimit.DEFINITION_BYTES.most() / RESERVED_FRACTION;
        return first(
                share.excess(TeamLimit.DEFINITION_BYTES, sizeWithReserve),
                first(
                        ofRun(
                                TeamLimit.DEFINITIONS_PER_RUN,
                                store.definitionSizes().count(run.run()) + 1L),
                        first(ofLanes(event), first(ofStep(event), first(ofObjectives(event), ofState())))));
    }

    private Optional<RecordLimits.Excess> ofLanes(ControlEvent event) {
        if (!(event.getState() instanceof RunState state)) {
            return Optional.empty();
        }
        return ofNewLanes(state.getLanes().stream()
                .distinct()
                .filter(lane -> !run.lanes().contains(lane))
                .count());
    }

    private Optional<RecordLimits.Excess> ofStep(ControlEvent event) {
        return event.getState() instanceof StepState step && !run.steps().has(step.getStep())
                ? share.excess(TeamLimit.STEP_OBJECTIVES, objectives())
                : Optional.empty();
    }

    private Optional<RecordLimits.Excess> ofObjectives(ControlEvent event) {
        ObjectiveVersions known = run.definitions().objectiveVersions();
        return event.getState() instanceof SloState slo
                        && !known.contains(slo.getObjective().getName())
                ? first(
                        ofRun(TeamLimit.OBJECTIVES_PER_RUN, known.size() + 1L),
                        share.excess(TeamLimit.STEP_OBJECTIVES, steps()))
                : Optional.empty();
    }

    /** Without what is of lanes that there is no room for, whose events are counted all the same. */
    RunInboxRecord.Deltas within(RunInboxRecord.Deltas deltas) {
        Map<String, Boolean> begun = new HashMap<>();
        long[] kept = {0};
        Predicate<String> isKept = name -> run.lanes().contains(name)
                || begun.computeIfAbsent(name, lane -> {
                    boolean hasRoom = ofNewLanes(kept[0] + 1).isEmpty();
                    kept[0] += hasRoom ? 1 : 0;
                    return hasRoom;
                });
        List<LaneCount> counts = deltas.lanes().stream()
                .filter(count -> isKept.test(count.lane()))
                .toList();
        List<LaneProgress> progress = deltas.progress().stream()
                .filter(read -> isKept.test(read.lane()))
                .toList();
        return begun.containsValue(false) ? new RunInboxRecord.Deltas(deltas.panes(), counts, progress) : deltas;
    }

    private Optional<RecordLimits.Excess> ofNewLanes(long unseen) {
        return unseen == 0
                ? Optional.empty()
                : first(
                        ofRun(TeamLimit.LANES_PER_RUN, run.lanes().size() + unseen),
                        share.excess(TeamLimit.LANES, unseen));
    }

    private Optional<RecordLimits.Excess> ofRun(TeamLimit limit, long count) {
        return count > limit.most()
                ? Optional.of(RecordLimits.Excess.of(limit, limit.id() + " of run " + run.run(), count))
                : Optional.empty();
    }

    private static Optional<RecordLimits.Excess> first(
            Optional<RecordLimits.Excess> one, Optional<RecordLimits.Excess> other) {
        return one.isPresent() ? one : other;
    }
}
