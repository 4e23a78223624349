package io.tidemark.streams.steps;

import io.tidemark.streams.panes.GoodRequestCriterion;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * An accumulator for each segment of a step by when requests were due. While all of a step's requests are of its first segment it has none:
 * the step's own accumulator says it all. A segment that was let go of is not begun again. Not thread-safe.
 */
public final class SegmentAccumulators {
    /** Segments open at once; requests of further ones count in the step alone, whose result says so. */
    static final int MAX_OPEN = 2_000;

    private static final String GONE = "gone";

    private final NavigableMap<Integer, StepAccumulator> accumulators = new TreeMap<>();
    private final List<String> evict = new ArrayList<>();
    private Map<String, GoodRequestCriterion> criteria = Map.of();
    private int evictedBefore;

    /** The open ones by number. */
    public NavigableMap<Integer, StepAccumulator> accumulators() {
        return Collections.unmodifiableNavigableMap(accumulators);
    }

    /**
     * Adds the measured requests of a delta, before it is added to the step's own accumulator.
     *
     * @return how many are in no segment: theirs is gone, or there are too many
     */
    public long add(Pane delta, StepAccumulator whole) {
        if (!hasSegments() && !hasLaterSegment(delta)) {
            return 0;
        }
        if (!hasSegments() && whole.columns().rows() > 0) {
            accumulators.put(0, whole.copyOfRequests());
        }
        long unsegmented = delta.ended().stream()
                .filter(RequestMeasurement::measured)
                .filter(fact -> !add(fact))
                .count();
        delta.measuredItl()
                .byCell()
                .forEach((place, gaps) -> accumulator(place.segment())
                        .ifPresent(accumulator -> accumulator.addItl(place.dueSecond(), gaps)));
        whole.addUnsegmented(unsegmented);
        return unsegmented;
    }

    private boolean add(RequestMeasurement fact) {
        Optional<StepAccumulator> accumulator = accumulator(fact.segment());
        accumulator.ifPresent(found -> found.add(fact));
        return accumulator.isPresent();
    }

    private boolean hasSegments() {
        return evictedBefore > 0 || !accumulators.isEmpty();
    }

    private static boolean hasLaterSegment(Pane delta) {
        return delta.ended().stream().anyMatch(fact -> fact.measured() && fact.segment() > 0);
    }

    private Optional<StepAccumulator> accumulator(int segment) {
        boolean known = accumulators.containsKey(segment);
        if (!known && (segment < evictedBefore || accumulators.size() >= MAX_OPEN)) {
            return Optional.empty();
        }
        return Optional.of(accumulators.computeIfAbsent(segment, unseen -> {
            StepAccumulator accumulator = new StepAccumulator();
            accumulator.follow(criteria);
            return accumulator;
        }));
    }

    /** As {@link StepAccumulator#follow}. */
    public void follow(Map<String, GoodRequestCriterion> followed) {
        criteria = followed;
        accumulators.values().forEach(accumulator -> accumulator.follow(criteria));
    }

    /** Something that the results of all of them show has changed. */
    public void markChanged() {
        accumulators.values().forEach(StepAccumulator::markChanged);
    }

    /** Something that the results of those segments show has changed. */
    public void markChanged(IntPredicate isOf) {
        accumulators.forEach((number, accumulator) -> {
            if (isOf.test(number)) {
                accumulator.markChanged();
            }
        });
    }

    /** Forgets a segment of which nothing more is expected, if it is the first: segments go in order, so that one number says which are gone. */
    public void evictFirst(int segment) {
        if (accumulators.firstKey() == segment) {
            accumulators.pollFirstEntry().getValue().parts().forEach(part -> evict.add(segment + "/" + part));
            evictedBefore = Math.max(evictedBefore, segment + 1);
        }
    }

    /** What changed since the last call, by name. */
    public Map<String, byte[]> takeUnsaved() {
        Map<String, byte[]> parts = new TreeMap<>();
        accumulators.forEach((number, accumulator) ->
                accumulator.takeUnsaved().forEach((part, bytes) -> parts.put(number + "/" + part, bytes)));
        if (!evict.isEmpty()) {
            parts.put(GONE, WireWriter.versioned().count(evictedBefore).toBytes());
        }
        return parts;
    }

    /** Names of what is saved of segments that were let go of since the last call. */
    public List<String> takeEvicted() {
        List<String> taken = List.copyOf(evict);
        evict.clear();
        return taken;
    }

    /** Puts a saved part back, in any order. */
    public void restore(String name, byte[] bytes) {
        if (name.equals(GONE)) {
            WireReader in = WireReader.versioned(bytes);
            evictedBefore = in.integer();
            in.requireEnd();
            return;
        }
        String[] numberAndPart = name.split("/", 2);
        accumulators
                .computeIfAbsent(Integer.valueOf(numberAndPart[0]), unseen -> new StepAccumulator())
                .restore(numberAndPart[1], bytes);
    }
}
