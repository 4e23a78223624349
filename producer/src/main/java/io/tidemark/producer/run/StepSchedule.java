package io.tidemark.producer.run;

import io.tidemark.events.StepPart;
import io.tidemark.producer.arrivals.Arrivals;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.StepPlan.Counting;
import io.tidemark.producer.plan.StepPlan.Lasting;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The drawn schedule of a step: every request's offset from the step's start, before any is sent. The measured part is
 * half-open, [warm-up's end, measured end); one bounded by a count ends where the next request would be due.
 */
final class StepSchedule {
    private final long[] offsetsNanos;
    private final long measureFromNanos;
    private final long measureUntilNanos;
    private final long measured;

    private StepSchedule(long[] offsetsNanos, long measureFromNanos, long measureUntilNanos) {
        this.offsetsNanos = offsetsNanos;
        this.measureFromNanos = measureFromNanos;
        this.measureUntilNanos = measureUntilNanos;
        this.measured = Arrays.stream(offsetsNanos)
                .filter(offset -> offset >= measureFromNanos && offset < measureUntilNanos)
                .count();
    }

    static StepSchedule draw(StepPlan step, Arrivals arrivals) {
        return new Drawing(step, arrivals).draw();
    }

    int size() {
        return offsetsNanos.length;
    }

    long offsetNanos(int index) {
        return offsetsNanos[index];
    }

    StepPart part(int index) {
        if (offsetsNanos[index] < measureFromNanos) {
            return StepPart.WARM_UP;
        }
        return offsetsNanos[index] < measureUntilNanos ? StepPart.MEASURED : StepPart.COOL_DOWN;
    }

    long measureFromNanos() {
        return measureFromNanos;
    }

    long measureUntilNanos() {
        return measureUntilNanos;
    }

    long measured() {
        return measured;
    }

    /** Requests per second in the measured part; 0 when it is empty. */
    double drawnPerSecond() {
        long spanNanos = measureUntilNanos - measureFromNanos;
        return spanNanos == 0 ? 0 : measured * 1e9 / spanNanos;
    }

    /** Draws offsets until the step is full. */
    private static final class Drawing {
        private final StepPlan step;
        private final Arrivals arrivals;
        private final long fromNanos;
        private long[] offsets = new long[256];
        private int size;

        Drawing(StepPlan step, Arrivals arrivals) {
            this.step = step;
            this.arrivals = arrivals;
            this.fromNanos = step.warmUp().toNanos();
        }

        StepSchedule draw() {
            OptionalLong next = take(fromNanos, Integer.MAX_VALUE, arrivals.nextNanos());
            long untilNanos;
            if (step.extent() instanceof Lasting lasting) {
                untilNanos = fromNanos + lasting.duration().toNanos();
                next = take(untilNanos, Integer.MAX_VALUE, next);
            } else {
                next = take(Long.MAX_VALUE, ((Counting) step.extent()).requests(), next);
                untilNanos = next.orElse(size == 0 ? fromNanos : offsets[size - 1] + 1);
            }
            var unused = take(untilNanos + step.coolDown().toNanos(), Integer.MAX_VALUE, next);
            return new StepSchedule(Arrays.copyOf(offsets, size), fromNanos, untilNanos);
        }

        /** Takes offsets below the end, at most so many; returns the first that was not taken. */
        private OptionalLong take(long endNanos, int most, OptionalLong first) {
            OptionalLong next = first;
            int taken = 0;
            while (next.isPresent() && next.getAsLong() < endNanos && taken < most) {
                if (size == offsets.length) {
                    offsets = Arrays.copyOf(offsets, size * 2);
                }
                offsets[size++] = next.getAsLong();
                taken++;
                next = arrivals.nextNanos();
            }
            return next;
        }
    }
}
