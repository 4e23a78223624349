package io.tidemark.analysis.compare;

import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import java.util.EnumSet;
import java.util.Set;

/**
 * Which questions are asked. Each one more makes the correction for many comparisons stricter on all. Where a set is empty, anything goes.
 *
 * @param latencies ids of metrics, as {@code ttft}
 * @param quantiles of latencies, in (0, 1)
 * @param means whether means of latencies are asked too
 * @param loads levels of load; what has no load is always asked
 */
public record Selection(
        Set<Family> families,
        Set<String> latencies,
        Set<Double> quantiles,
        boolean means,
        Set<Double> loads,
        Set<String> requestClasses) {
    /** TTFT, TPOT, ITL and E2E at p50, p95 and p99, and all that is no latency, at every load, of all classes together. */
    public static final Selection DEFAULT = new Selection(
            EnumSet.allOf(Family.class),
            Set.of(Metric.TTFT.id(), Metric.TPOT.id(), Metric.ITL.id(), Metric.E2E.id()),
            Set.of(0.5, 0.95, 0.99),
            false,
            Set.of(),
            Set.of(RequestClass.ALL));

    public Selection {
        families = Set.copyOf(families);
        latencies = Set.copyOf(latencies);
        quantiles = Set.copyOf(quantiles);
        loads = Set.copyOf(loads);
        requestClasses = Set.copyOf(requestClasses);
        latencies.forEach(Metric::parse);
    }

    public boolean asks(Question question) {
        return anyOr(families, question.measure().family())
                && (question.measure().family() != Family.LATENCY || asksLatency(question.measure()))
                && (hasNoLoad(question) || anyOr(loads, question.load()))
                && anyOr(requestClasses, question.requestClass());
    }

    private boolean asksLatency(Measure latency) {
        boolean asked = latency.quantile().isEmpty()
                ? means
                : anyOr(quantiles, latency.quantile().getAsDouble());
        return asked && anyOr(latencies, latency.name());
    }

    private static boolean hasNoLoad(Question question) {
        return question.loadKind() == LoadKind.UNKNOWN && question.load() == 0;
    }

    private static <T> boolean anyOr(Set<T> wanted, T one) {
        return wanted.isEmpty() || wanted.contains(one);
    }
}
