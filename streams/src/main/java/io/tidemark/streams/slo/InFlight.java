package io.tidemark.streams.slo;

import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.pane.Criterion;
import java.util.Map;

/**
 * Requests in flight that break an objective whatever becomes of them, by their ages as lower bounds. Those that can still keep it
 * are not counted. Pure.
 *
 * @param bad of these, surely bad
 * @param oldestNanos the greatest lower bound that is known, 0 if none
 */
record InFlight(long bad, long oldestNanos) {
    static final InFlight NONE = new InFlight(0, 0);

    /** An error has not happened while a request waits; a good request must keep every limit. */
    static InFlight of(ObjectiveState objective, Criterion criterion, Ages ages) {
        if (ages.isEmpty() || objective.getKind() == ObjectiveKind.ERROR_RATIO) {
            return NONE;
        }
        if (objective.getKind() == ObjectiveKind.QUANTILE) {
            return of(Metric.of(objective.getMetric()), objective.getLimitNanos(), ages);
        }
        InFlight before = NONE;
        InFlight after = NONE;
        for (Map.Entry<Metric, Long> limit : criterion.limitsNanos().entrySet()) {
            before = before.or(beyond(beforeFirst(limit.getKey(), ages), limit.getValue()));
            after = after.or(beyond(afterFirst(limit.getKey(), ages), limit.getValue()));
        }
        return before.and(after);
    }

    /** Of one metric. */
    private static InFlight of(Metric metric, long limitNanos, Ages ages) {
        if (metric == Metric.ITL) {
            return beyond(ages.sinceToken(), limitNanos);
        }
        return beyond(beforeFirst(metric, ages), limitNanos).and(beyond(afterFirst(metric, ages), limitNanos));
    }

    /** Lower bounds of requests without a first token. */
    private static LogHistogram beforeFirst(Metric metric, Ages ages) {
        return switch (metric) {
            case TTFT_DUE, E2E_DUE -> ages.sinceDue();
            case TTFT, E2E -> ages.sinceSent();
            case TPOT, ITL, QUEUE_TIME -> new LogHistogram();
        };
    }

    /** Lower bounds of requests that have one. */
    private static LogHistogram afterFirst(Metric metric, Ages ages) {
        return switch (metric) {
            case E2E, E2E_DUE -> ages.streaming();
            case TPOT -> ages.tpotFloors();
            case TTFT, TTFT_DUE, ITL, QUEUE_TIME -> new LogHistogram();
        };
    }

    private static InFlight beyond(LogHistogram ages, long limitNanos) {
        return new InFlight(
                ages.count() - ages.countAtMost(limitNanos), ages.max().orElse(0));
    }

    /** Of the same requests: which of them break both limits is not known. */
    private InFlight or(InFlight same) {
        return new InFlight(Math.max(bad, same.bad), Math.max(oldestNanos, same.oldestNanos));
    }

    /** With others. */
    private InFlight and(InFlight others) {
        return new InFlight(bad + others.bad, Math.max(oldestNanos, others.oldestNanos));
    }
}
