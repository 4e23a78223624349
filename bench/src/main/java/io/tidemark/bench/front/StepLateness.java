package io.tidemark.bench.front;

import io.tidemark.bench.harness.DurationSample;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * How late the first and the last write of each step was, of the steps in which every stream was written to.
 *
 * @param first nanoseconds after the step's end, per step
 * @param last nanoseconds after the step's end, per step
 * @param gapNanos median time from one step's end to the next one's
 */
record StepLateness(DurationSample first, DurationSample last, long gapNanos) {
    /** Writes of one step. */
    private static final class Step {
        private long firstNanos = Long.MAX_VALUE;
        private long lastNanos = Long.MIN_VALUE;
        private int writes;

        void add(long atNanos) {
            firstNanos = Math.min(firstNanos, atNanos);
            lastNanos = Math.max(lastNanos, atNanos);
            writes++;
        }
    }

    /** When one stream was written to, and when that was due; of equal length. */
    record Writes(List<Long> dueNanos, List<Long> atNanos) {
        Writes {
            dueNanos = List.copyOf(dueNanos);
            atNanos = List.copyOf(atNanos);
        }
    }

    /** @throws IllegalStateException if no step wrote to so many streams */
    static StepLateness of(List<Writes> streams) {
        TreeMap<Long, Step> byDue = new TreeMap<>();
        for (Writes stream : streams) {
            for (int i = 0; i < stream.dueNanos().size(); i++) {
                byDue.computeIfAbsent(stream.dueNanos().get(i), due -> new Step())
                        .add(stream.atNanos().get(i));
            }
        }
        byDue.values().removeIf(step -> step.writes < streams.size());
        if (byDue.size() < 2) {
            throw new IllegalStateException("of " + streams.size() + " streams no two steps wrote to all");
        }
        return of(byDue);
    }

    private static StepLateness of(TreeMap<Long, Step> byDue) {
        long[] dues = byDue.keySet().stream().mapToLong(due -> due).toArray();
        long[] first = byDue.entrySet().stream()
                .mapToLong(it -> it.getValue().firstNanos - it.getKey())
                .toArray();
        long[] last = byDue.entrySet().stream()
                .mapToLong(it -> it.getValue().lastNanos - it.getKey())
                .toArray();
        long[] gaps = LongStream.range(1, dues.length)
                .map(i -> dues[(int) i] - dues[(int) i - 1])
                .toArray();
        Arrays.sort(gaps);
        return new StepLateness(DurationSample.of(first), DurationSample.of(last), gaps[gaps.length / 2]);
    }
}
