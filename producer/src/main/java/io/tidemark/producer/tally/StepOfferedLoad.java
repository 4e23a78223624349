package io.tidemark.producer.tally;

import io.tidemark.events.LoadKind;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.load.ArrivalPlan;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.schemas.ValueText;
import java.util.OptionalDouble;

/**
 * What a step asked of the server, and what it got.
 *
 * @param asked requests (conversations, where they have turns) per second, or conversations at a time; 0 where all are due at
 *     once, or within a second of a trace
 * @param drawnPerSecond requests due per second of the measured part, of an open-loop step; never judged against the asked rate
 * @param achievedPerSecond requests sent per second of the measured part
 */
public record StepOfferedLoad(
        LoadKind kind, double asked, OptionalDouble drawnPerSecond, OptionalDouble achievedPerSecond) {
    /** Of a step whose requests are all due at its start: its measured part is a moment, so it has no rate. */
    public static final StepOfferedLoad ALL_AT_ONCE =
            new StepOfferedLoad(LoadKind.RATE, 0, OptionalDouble.empty(), OptionalDouble.empty());

    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * Of a measured part.
     *
     * @param due requests in it
     * @param sent requests in it
     * @param measuredNanos how long it is
     */
    public static StepOfferedLoad of(StepPlan plan, long due, long sent, long measuredNanos) {
        OptionalDouble achieved = perSecond(sent, measuredNanos);
        if (plan.load() instanceof LoadModel.Closed closed) {
            return new StepOfferedLoad(LoadKind.CONCURRENCY, closed.concurrency(), OptionalDouble.empty(), achieved);
        }
        OptionalDouble drawn = perSecond(due, measuredNanos);
        ArrivalPlan arrivals = ((LoadModel.Open) plan.load()).arrivals();
        if (!(arrivals instanceof ArrivalPlan.AtOnce || arrivals instanceof ArrivalPlan.Trace)) {
            return new StepOfferedLoad(LoadKind.RATE, plan.ratePerSecond(), drawn, achieved);
        }
        boolean hasRate = arrivals instanceof ArrivalPlan.Trace && measuredNanos >= NANOS_PER_SECOND;
        return hasRate ? new StepOfferedLoad(LoadKind.RATE, drawn.orElse(0), drawn, achieved) : ALL_AT_ONCE;
    }

    /** Empty where all was due at one moment, which is a measured part of one nanosecond. */
    private static OptionalDouble perSecond(long count, long measuredNanos) {
        return measuredNanos <= 1
                ? OptionalDouble.empty()
                : OptionalDouble.of(count * NANOS_PER_SECOND / measuredNanos);
    }

    public boolean isAllAtOnce() {
        return kind == LoadKind.RATE && asked == 0 && drawnPerSecond.isEmpty();
    }

    /** {@code 2.5 req/s}, {@code 8 concurrent} or {@code all at once}. */
    public String description() {
        return isAllAtOnce() ? ValueText.ALL_AT_ONCE : ValueText.loadNumber(asked) + " " + ValueText.loadUnit(kind);
    }
}
