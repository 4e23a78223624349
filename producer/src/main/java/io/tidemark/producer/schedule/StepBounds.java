package io.tidemark.producer.schedule;

import io.tidemark.events.StepPart;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.StepPlan.Counting;
import io.tidemark.producer.plan.StepPlan.Lasting;
import java.util.OptionalLong;

/**
 * Which part of its step a request is due in, and whether a conversation may still begin. The measured part is half-open,
 * [warm-up's end, measured end); one bounded by a count takes the first so many requests due after the warm-up and ends where
 * the next one is due. Keeps a few numbers, however long the step. Confined to the lane's loop, but for {@link #noStartFromNanos()}.
 */
public final class StepBounds {
    private final StepPlan plan;
    private final long startNanos;
    private final long measureFromNanos;
    private OptionalLong measureUntilNanos;
    private long measured;
    private long lastDueNanos;
    private volatile long noStartFromNanos = Long.MAX_VALUE;

    public StepBounds(StepPlan plan, long startNanos) {
        this(new StepShare(plan, OptionalLong.empty()), startNanos);
    }

    /** Of one lane's share of a step. */
    public StepBounds(StepShare share, long startNanos) {
        this.plan = share.plan();
        this.startNanos = startNanos;
        this.measureFromNanos = startNanos + plan.warmUp().toNanos();
        this.lastDueNanos = measureFromNanos - 1;
        this.measureUntilNanos = share.measureUntilNanos().isEmpty() && plan.extent() instanceof Lasting lasting
                ? OptionalLong.of(measureFromNanos + lasting.duration().toNanos())
                : fromStart(share.measureUntilNanos());
        measureUntilNanos.ifPresent(
                until -> noStartFromNanos = until + plan.coolDown().toNanos());
    }

    private OptionalLong fromStart(OptionalLong offset) {
        return offset.isPresent() ? OptionalLong.of(startNanos + offset.getAsLong()) : offset;
    }

    public StepPlan plan() {
        return plan;
    }

    /** Whether a conversation that is due then may begin. */
    public boolean admits(long dueNanos) {
        if (plan.extent() instanceof Counting counting && measured >= counting.requests()) {
            endMeasuredAt(dueNanos);
        }
        return dueNanos < noStartFromNanos;
    }

    /**
     * Takes a request that is due.
     *
     * @param nextDueNanos when the next one is, as far as the clock decides it
     */
    public StepPart classify(long dueNanos, OptionalLong nextDueNanos) {
        StepPart part = part(dueNanos);
        if (part == StepPart.MEASURED) {
            measured++;
            lastDueNanos = Math.max(lastDueNanos, dueNanos);
            if (plan.extent() instanceof Counting counting && measured == counting.requests()) {
                nextDueNanos.ifPresent(this::endMeasuredAt);
                noStartFromNanos = plan.coolDown().isZero() ? Long.MIN_VALUE : noStartFromNanos;
            }
        }
        return part;
    }

    /** Whole segments from the start of the measured part to when a request is due; the warm-up is in the first. */
    public int segment(long dueNanos) {
        return (int) (Math.max(0, dueNanos - measureFromNanos) / plan.segment().toNanos());
    }

    private StepPart part(long dueNanos) {
        if (dueNanos < measureFromNanos) {
            return StepPart.WARM_UP;
        }
        if (plan.extent() instanceof Counting counting) {
            return measured < counting.requests() ? StepPart.MEASURED : StepPart.COOL_DOWN;
        }
        return dueNanos < measureUntilNanos.orElse(Long.MAX_VALUE) ? StepPart.MEASURED : StepPart.COOL_DOWN;
    }

    private void endMeasuredAt(long nanos) {
        if (measureUntilNanos.isEmpty()) {
            long until = Math.max(nanos, lastDueNanos + 1);
            measureUntilNanos = OptionalLong.of(until);
            noStartFromNanos =
                    Math.min(noStartFromNanos, until + plan.coolDown().toNanos());
        }
    }

    /** The measured part ends now and nothing follows it, if that is before the plan's end. */
    public void endAt(long nanos) {
        if (nanos < noStartFromNanos) {
            long until = Math.max(nanos, lastDueNanos + 1);
            measureUntilNanos = OptionalLong.of(Math.min(until, measureUntilNanos.orElse(Long.MAX_VALUE)));
            noStartFromNanos = nanos;
        }
    }

    /** From when on no conversation begins; the largest value while that is not known. May be asked by any thread. */
    public long noStartFromNanos() {
        return noStartFromNanos;
    }

    public long startNanos() {
        return startNanos;
    }

    public long measureFromNanos() {
        return measureFromNanos;
    }

    /** Empty while the requests that bound it are not all due. */
    public OptionalLong measureUntilNanos() {
        return measureUntilNanos;
    }

    /** The measured end as far as it is known: not before this, and this once nothing more is due. */
    public long minMeasureUntilNanos() {
        return measureUntilNanos.orElse(lastDueNanos + 1);
    }

    /** Requests due in the measured part so far. */
    public long measured() {
        return measured;
    }
}
