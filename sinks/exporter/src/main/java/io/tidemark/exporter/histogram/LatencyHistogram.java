package io.tidemark.exporter.histogram;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One latency metric of one series of a run, over its steps so far: the sketches of the steps, the exact counts at the limits of objectives,
 * and the newest request of each bucket between two limits. Counts only rise. Not thread-safe.
 */
public final class LatencyHistogram {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Steps that may still change; those before them are one sketch. */
    private static final int MOST_STEPS = 16;

    private final boolean isExact;
    private final Map<Integer, StepSketch> steps = new TreeMap<>();
    private final LogHistogram earlierSteps = new LogHistogram();
    private long lastEarlierStep = Long.MIN_VALUE;
    private final TreeMap<Long, LimitCount> limits = new TreeMap<>();
    /** By the upper bound of their bucket, nanoseconds. */
    private final TreeMap<Long, Exemplar> exemplars = new TreeMap<>();

    private record StepSketch(Instant end, long revision, LogHistogram sketch) {
        static StepSketch of(WindowStats window) {
            return new StepSketch(window.getEnd(), window.getRevision(), LogHistogram.decode(window.getSketch()));
        }

        /** Whether this says more of the step than what is known; one that holds less is an older view of it. */
        boolean replaces(StepSketch known) {
            int later = end.compareTo(known.end);
            boolean isNewer = later > 0 || (later == 0 && revision >= known.revision);
            return isNewer && sketch.count() >= known.sketch.count();
        }
    }

    /**
     * Counts the values up to one limit exactly, though a sketch gives only how many are in the limit's slot: of those, it counts itself. Where
     * it has not seen all of them, those that it has not seen count as above the limit. Not thread-safe.
     */
    private static final class LimitCount {
        private final long limitNanos;
        private final int slot;
        private long inSlotAtMost;

        /** @param limitNanos > 0 */
        LimitCount(long limitNanos) {
            this.limitNanos = limitNanos;
            this.slot = LogHistogram.slotOf(limitNanos);
        }

        void add(long nanos) {
            if (nanos > 0 && nanos <= limitNanos && LogHistogram.slotOf(nanos) == slot) {
                inSlotAtMost++;
            }
        }

        /** Never falls while the sketch grows: the sketch may be ahead of what was added here, or behind it. */
        long countAtMost(LogHistogram sketch) {
            return sketch.countBelowSlotOf(limitNanos) + Math.min(inSlotAtMost, sketch.countInSlotOf(limitNanos));
        }

        /** Without what was added: the values in the limit's slot are all taken to be at its middle, so within 1.083 % of where they are. */
        long estimateAtMost(LogHistogram sketch) {
            boolean middleIsWithin = 2 * limitNanos >= upperNanos(slot - 1) + upperNanos(slot);
            return sketch.countBelowSlotOf(limitNanos) + (middleIsWithin ? sketch.countInSlotOf(limitNanos) : 0);
        }

        private static double upperNanos(int slot) {
            return Math.pow(2, slot / 32.0);
        }
    }

    /** @param isExact whether each value is passed to {@link #addValue} too; if not, counts at limits are within 1.083 % of the limit */
    public LatencyHistogram(boolean isExact) {
        this.isExact = isExact;
    }

    /**
     * Takes the whole-step window of a step, but for one that has as many after it as may change.
     *
     * @throws io.tidemark.schemas.sketch.SketchFormatException if its sketch is none
     */
    public void step(WindowStats window) {
        if (window.getStep() <= lastEarlierStep) {
            return;
        }
        steps.merge(window.getStep(), StepSketch.of(window), (known, next) -> next.replaces(known) ? next : known);
        if (steps.size() > MOST_STEPS) {
            Map.Entry<Integer, StepSketch> first = steps.entrySet().iterator().next();
            earlierSteps.merge(first.getValue().sketch);
            lastEarlierStep = first.getKey();
            steps.remove(first.getKey());
        }
    }

    /** Which limits have a bucket, nanoseconds > 0. Values of before a limit was known are not counted exactly at it. */
    public void setLimits(Set<Long> limitsNanos) {
        limits.keySet().retainAll(limitsNanos);
        limitsNanos.forEach(limit -> limits.computeIfAbsent(limit, LimitCount::new));
        exemplars.keySet().removeIf(bound -> bound != Long.MAX_VALUE && !limits.containsKey(bound));
    }

    /** One value, which a window's sketch holds too, sooner or later. */
    public void addValue(long nanos) {
        limits.values().forEach(limit -> limit.add(nanos));
    }

    /** The request of a value. */
    public void setExemplar(long nanos, Labels request, Instant at) {
        Long bound = limits.ceilingKey(nanos);
        exemplars.put(
                bound == null ? Long.MAX_VALUE : bound,
                new Exemplar(nanos / NANOS_PER_SECOND, request, at.toEpochMilli()));
    }

    /** Whether no step has published a window. */
    public boolean isEmpty() {
        return steps.isEmpty();
    }

    /** All steps together. */
    public LogHistogram total() {
        LogHistogram total = earlierSteps.copy();
        steps.values().forEach(step -> total.merge(step.sketch));
        return total;
    }

    /** As Prometheus has it, in seconds: buckets of a native histogram, and classic ones at the limits. */
    public HistogramDataPointSnapshot snapshot(Labels labels) {
        LogHistogram total = total();
        return new HistogramDataPointSnapshot(
                classicBuckets(total),
                NativeBuckets.SCHEMA,
                total.zeroCount(),
                NativeBuckets.ZERO_THRESHOLD,
                NativeBuckets.of(total),
                NativeHistogramBuckets.EMPTY,
                total.sum() / NANOS_PER_SECOND,
                labels,
                Exemplars.of(exemplars.values()),
                0);
    }

    private ClassicHistogramBuckets classicBuckets(LogHistogram total) {
        ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        long before = 0;
        for (Map.Entry<Long, LimitCount> limit : limits.entrySet()) {
            long atMost = isExact
                    ? limit.getValue().countAtMost(total)
                    : limit.getValue().estimateAtMost(total);
            buckets.bucket(limit.getKey() / NANOS_PER_SECOND, atMost - before);
            before = atMost;
        }
        return buckets.bucket(Double.POSITIVE_INFINITY, total.count() - before).build();
    }
}
