package io.tidemark.streams.steps;

import io.tidemark.events.StepState;
import io.tidemark.streams.control.RunDefinitions;
import io.tidemark.streams.panes.GoodRequestCriterion;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.state.EntryKind;
import io.tidemark.streams.state.EntryWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The steps of a run with their segments. Not thread-safe. */
public final class RunSteps {
    private final RunDefinitions definitions;
    private final Map<Integer, StepAccumulator> steps = new TreeMap<>();
    private final Map<Integer, SegmentAccumulators> segments = new TreeMap<>();

    private final Map<Integer, Map<String, StepAccumulator>> targets = new TreeMap<>();
    private Map<String, GoodRequestCriterion> criteria = Map.of();
    private Iterator<ResultPlace> places = Collections.emptyIterator();

    public RunSteps(RunDefinitions definitions) {
        this.definitions = definitions;
    }

    public Map<Integer, StepAccumulator> steps() {
        return Collections.unmodifiableMap(steps);
    }

    /** The segments of each step that has any requests. */
    public Map<Integer, SegmentAccumulators> segments() {
        return Collections.unmodifiableMap(segments);
    }

    /** What each of several targets served of a step, by its name; none of a run with one target. Their objectives are not followed. */
    public Map<String, StepAccumulator> targetsOf(int step) {
        return Collections.unmodifiableMap(targets.getOrDefault(step, Map.of()));
    }

    /** The segments of a step; nothing if it has no requests. */
    public Optional<SegmentAccumulators> segmentsOf(int step) {
        return Optional.ofNullable(segments.get(step));
    }

    public boolean has(int step) {
        return steps.containsKey(step);
    }

    /** A step, begun with this if need be. */
    public StepAccumulator step(int step) {
        return steps.computeIfAbsent(step, unseen -> {
            StepAccumulator accumulator = new StepAccumulator();
            accumulator.follow(criteria);
            return accumulator;
        });
    }

    /** The segments of a step, begun with this if need be. */
    public SegmentAccumulators segments(int step) {
        return segments.computeIfAbsent(step, unseen -> {
            SegmentAccumulators accumulators = new SegmentAccumulators();
            accumulators.follow(criteria);
            return accumulators;
        });
    }

    /** Counts a delta in; returns how many of its requests are in no segment, though their step is cut. */
    public long add(PaneDelta delta) {
        if (delta.series().isOfOneTarget()) {
            target(delta.series().step(), delta.series().target()).add(delta.pane());
            return 0;
        }
        StepAccumulator step = step(delta.series().step());
        long unsegmented = segments(delta.series().step()).add(delta.pane(), step);
        step.add(delta.pane());
        return unsegmented;
    }

    private StepAccumulator target(int step, String target) {
        return targets.computeIfAbsent(step, unseen -> new TreeMap<>())
                .computeIfAbsent(target, unseen -> new StepAccumulator());
    }

    /** What results of parts of a run's time show beside their requests has changed, where {@code isOf} says so. */
    public void markChanged(Predicate<SegmentSpan> isOf) {
        steps.keySet().forEach(number -> definitions.step(number).ifPresent(state -> markChanged(state, isOf)));
    }

    /** Segments of whose time nothing changed say the same as before. */
    private void markChanged(StepState state, Predicate<SegmentSpan> isOf) {
        if (!isOf.test(SegmentSpan.whole(state))) {
            return;
        }
        step(state.getStep()).markChanged();
        targetsOf(state.getStep()).values().forEach(StepAccumulator::markChanged);
        segmentsOf(state.getStep())
                .ifPresent(cut -> cut.markChanged(
                        segment -> SegmentSpan.of(state, segment).filter(isOf).isPresent()));
    }

    /** Something that all results show has changed. */
    public void markChanged() {
        steps.values().forEach(StepAccumulator::markChanged);
        segments.values().forEach(SegmentAccumulators::markChanged);
        targets.values().forEach(ofStep -> ofStep.values().forEach(StepAccumulator::markChanged));
    }

    /** From here on the bad requests of the objectives are counted, if they limit anything else than before. */
    public void followObjectives() {
        Map<String, GoodRequestCriterion> current = GoodRequestCriterion.byText(definitions.objectives());
        if (!current.keySet().equals(criteria.keySet())) {
            follow(current);
        }
    }

    /** Once everything was put back. */
    public void restored() {
        follow(GoodRequestCriterion.byText(definitions.objectives()));
    }

    private void follow(Map<String, GoodRequestCriterion> current) {
        criteria = current;
        steps.values().forEach(accumulator -> accumulator.follow(criteria));
        segments.values().forEach(accumulators -> accumulators.follow(criteria));
    }

    /** The places of results that are left to look at; of all of them again, after the last. */
    Iterator<ResultPlace> places() {
        if (!places.hasNext()) {
            places = List.copyOf(steps.keySet()).stream()
                    .flatMap(step -> places(step).stream())
                    .iterator();
        }
        return places;
    }

    /** Before its definition is read, a step has no target and no load, which are part of what its result is stored under. */
    private List<ResultPlace> places(int step) {
        List<ResultPlace> found = new ArrayList<>();
        if (definitions.step(step).isPresent()) {
            found.add(new ResultPlace.OfStep(step));
            targetsOf(step).keySet().forEach(target -> found.add(new ResultPlace.OfTarget(step, target)));
            segmentsOf(step)
                    .ifPresent(cut -> cut.accumulators()
                            .keySet()
                            .forEach(segment -> found.add(new ResultPlace.OfSegment(step, segment))));
        }
        return found;
    }

    /** Writes what changed since the last call. */
    public void save(EntryWriter out) {
        steps.forEach((number, step) ->
                step.takeUnsaved().forEach((part, bytes) -> out.put(EntryKind.STEP, number + "/" + part, bytes)));
        targets.forEach((number, ofStep) -> ofStep.forEach((target, accumulator) -> accumulator
                .takeUnsaved()
                .forEach((part, bytes) -> out.put(
                        EntryKind.TARGET_STEP, number + "/" + target.length() + "/" + target + "/" + part, bytes))));
        segments.forEach((number, parts) -> {
            parts.takeUnsaved().forEach((part, bytes) -> out.put(EntryKind.SEGMENT, number + "/" + part, bytes));
            parts.takeEvicted().forEach(part -> out.delete(EntryKind.SEGMENT, number + "/" + part));
        });
    }

    /** Puts a saved part of a step back. */
    public void restoreStep(String name, byte[] bytes) {
        String[] stepAndPart = name.split("/", 2);
        step(Integer.parseInt(stepAndPart[0])).restore(stepAndPart[1], bytes);
    }

    /** Puts a saved part of what one of several targets served of a step back. */
    public void restoreTarget(String name, byte[] bytes) {
        String[] parts = name.split("/", 3);
        int length = Integer.parseInt(parts[1]);
        target(Integer.parseInt(parts[0]), parts[2].substring(0, length))
                .restore(parts[2].substring(length + 1), bytes);
    }

    /** Puts a saved part of a step's segments back. */
    public void restoreSegment(String name, byte[] bytes) {
        String[] stepAndPart = name.split("/", 2);
        segments(Integer.parseInt(stepAndPart[0])).restore(stepAndPart[1], bytes);
    }
}
