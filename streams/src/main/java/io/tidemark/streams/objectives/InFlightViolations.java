package io.tidemark.streams.objectives;

import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.GoodRequestCriterion;
import io.tidemark.streams.panes.InFlightAges;
import java.util.Map;

/**
 * Requests in flight that break an objective whatever becomes of them, by their ages as lower bounds. Those that can still keep it
 * are not counted. Pure.
 *
 * @param bad of these, surely bad
 * @param oldestNanos the greatest lower bound that is known, 0 if none
 */
record InFlightViolations(long bad, long oldestNanos) {
    static final InFlightViolations NONE = new InFlightViolations(0, 0);

    /** An error has not happened while a request waits; a good request must keep every limit. */
    static InFlightViolations of(ObjectiveState objective, GoodRequestCriterion criterion, InFlightAges ages) {
        if (ages.isEmpty() || objective.getKind() == ObjectiveKind.ERROR_RATIO) {
            return NONE;
        }
        if (objective.getKind() == ObjectiveKind.QUANTILE) {
            return of(Metric.of(objective.getMetric()), objective.getLimitNanos(), ages);
        }
        InFlightViolations before = NONE;
        InFlightViolations after = NONE;
        for (Map.Entry<Metric, Long> limit : criterion.limitsNanos().entrySet()) {
            before = before.or(beyond(beforeFirst(limit.getKey(), ages), limit.getValue()));
            after = after.or(beyond(afterFirst(limit.getKey(), ages), limit.getValue()));
        }
        return before.and(after);
    }

    /** Of one metric. */
    private static InFlightViolations of(Metric metric, long limitNanos, InFlightAges ages) {
        if (metric == Metric.ITL) {
            return beyond(ages.sinceLastToken(), limitNanos);
        }
        return beyond(beforeFirst(metric, ages), limitNanos).and(beyond(afterFirst(metric, ages), limitNanos));
    }

    /** Lower bounds of requests without a first token. */
    private static LogHistogram beforeFirst(Metric metric, InFlightAges ages) {
        return switch (metric) {
            case TTFT_DUE, E2E_DUE -> ages.sinceDue();
            case TTFT, E2E -> ages.sinceSent();
            case TPOT, ITL, QUEUE_TIME -> new LogHistogram();
        };
    }

    /** Lower bounds of requests that have one. */
    private static LogHistogram afterFirst(Metric metric, InFlightAges ages) {
        return switch (metric) {
            case E2E, E2E_DUE -> ages.streaming();
            case TPOT -> ages.tpotFloors();
            case TTFT, TTFT_DUE, ITL, QUEUE_TIME -> new LogHistogram();
        };
    }

    private static InFlightViolations beyond(LogHistogram ages, long limitNanos) {
        return new InFlightViolations(
                ages.count() - ages.countAtMost(limitNanos), ages.max().orElse(0));
    }

    /** Of the same requests: which of them break both limits is not known. */
    private InFlightViolations or(InFlightViolations same) {
        return new InFlightViolations(Math.max(bad, same.bad), Math.max(oldestNanos, same.oldestNanos));
    }

    /** With others. */
    private InFlightViolations and(InFlightViolations others) {
        return new InFlightViolations(bad + others.bad, Math.max(oldestNanos, others.oldestNanos));
    }
}
