package io.tidemark.analysis.objective;

import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How one request stands with one objective. A request that is not ok is worse than any limit; an ok one that lacks the objective's
 * metric, as TPOT of one token, is left out. A value at the limit is good.
 */
public enum RequestVerdict {
    GOOD,
    BAD,
    LEFT_OUT;

    /** @throws IllegalArgumentException for an objective of a kind that this version does not know */
    public static RequestVerdict of(ObjectiveState objective, RequestEvent request) {
        if (!applies(objective, request)) {
            return LEFT_OUT;
        }
        boolean ok = request.getOutcome() == Outcome.OK;
        return switch (objective.getKind()) {
            case QUANTILE -> ok ? within(request, objective.getMetric(), objective.getLimitNanos()) : BAD;
            case GOOD_RATIO -> ok && keepsAll(request, objective.getGoodLimitsNanos()) ? GOOD : BAD;
            case ERROR_RATIO -> ok ? GOOD : BAD;
            case UNKNOWN ->
                throw new IllegalArgumentException(
                        "objective \"" + objective.getName() + "\" is of a kind that this version does not know");
        };
    }

    /** Whether a request is ok and within the limits of all objectives that apply to it, as {@code vllm bench serve --goodput} counts it. */
    public static boolean isGood(List<ObjectiveState> objectives, RequestEvent request) {
        return request.getOutcome() == Outcome.OK
                && objectives.stream().noneMatch(objective -> of(objective, request) == BAD);
    }

    private static boolean applies(ObjectiveState objective, RequestEvent request) {
        String wanted = objective.getRequestClass();
        return RequestClass.ALL.equals(wanted) || wanted.equals(request.getRequestClass());
    }

    private static boolean keepsAll(RequestEvent request, Map<String, Long> limitsNanos) {
        return limitsNanos.entrySet().stream()
                .noneMatch(limit -> within(request, MetricName.valueOf(limit.getKey()), limit.getValue()) == BAD);
    }

    private static RequestVerdict within(RequestEvent request, MetricName metric, long limitNanos) {
        OptionalLong nanos = Metric.of(metric).nanos(request);
        if (nanos.isEmpty()) {
            return LEFT_OUT;
        }
        return nanos.getAsLong() <= limitNanos ? GOOD : BAD;
    }
}
