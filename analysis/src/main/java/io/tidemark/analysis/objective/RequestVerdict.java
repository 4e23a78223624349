package io.tidemark.analysis.objective;

import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How one request stands with one objective. A request that is not ok is worse than any limit; an ok one that lacks the objective's
 * metric, as TPOT of one token, is left out. A value at the limit is good.
 */
public enum RequestVerdict {
    GOOD,
    BAD,
    LEFT_OUT;

    /**
     * What a verdict asks of a request, wherever the request comes from.
     *
     * @param nanos a metric that has one value per request; empty where the request did not get that far
     */
    public record Facts(String requestClass, Outcome outcome, Function<Metric, OptionalLong> nanos) {
        private boolean isOk() {
            return outcome == Outcome.OK;
        }
    }

    /** @throws IllegalArgumentException for an objective of a kind that this version does not know */
    public static RequestVerdict of(ObjectiveState objective, RequestEvent request) {
        return of(
                objective, new Facts(request.getRequestClass(), request.getOutcome(), metric -> metric.nanos(request)));
    }

    /** @throws IllegalArgumentException for an objective of a kind that this version does not know */
    public static RequestVerdict of(ObjectiveState objective, Facts request) {
        if (!applies(objective, request)) {
            return LEFT_OUT;
        }
        boolean ok = request.isOk();
        return switch (objective.getKind()) {
            case QUANTILE -> ok ? within(request, Metric.of(objective.getMetric()), objective.getLimitNanos()) : BAD;
            case GOOD_RATIO -> ok && keepsAll(request, limitsNanos(objective)) ? GOOD : BAD;
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

    /** Whether a request shows that an objective was broken. Of an objective of a kind that this version does not know, one that is not ok does. */
    public static boolean isBad(ObjectiveState objective, Facts request) {
        return objective.getKind() == ObjectiveKind.UNKNOWN
                ? applies(objective, request) && !request.isOk()
                : of(objective, request) == BAD;
    }

    /** The limits that an ok request must keep to be good, nanoseconds; of a QUANTILE or a GOOD_RATIO, else none. */
    public static Map<Metric, Long> limitsNanos(ObjectiveState objective) {
        if (objective.getKind() == ObjectiveKind.QUANTILE) {
            return Map.of(Metric.of(objective.getMetric()), objective.getLimitNanos());
        }
        return objective.getGoodLimitsNanos().entrySet().stream()
                .collect(Collectors.toMap(limit -> Metric.of(MetricName.valueOf(limit.getKey())), Map.Entry::getValue));
    }

    private static boolean applies(ObjectiveState objective, Facts request) {
        String wanted = objective.getRequestClass();
        return RequestClass.ALL.equals(wanted)
                ? RequestClass.isPartOfAll(request.requestClass())
                : wanted.equals(request.requestClass());
    }

    private static boolean keepsAll(Facts request, Map<Metric, Long> limitsNanos) {
        return limitsNanos.entrySet().stream()
                .noneMatch(limit -> within(request, limit.getKey(), limit.getValue()) == BAD);
    }

    private static RequestVerdict within(Facts request, Metric metric, long limitNanos) {
        OptionalLong nanos = request.nanos().apply(metric);
        if (nanos.isEmpty()) {
            return LEFT_OUT;
        }
        return nanos.getAsLong() <= limitNanos ? GOOD : BAD;
    }
}
