package io.tidemark.analysis.compare;

import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Which questions are asked. Each one more makes the correction for many comparisons stricter on all. An empty set does not restrict anything.
 *
 * @param latencies ids of metrics, as {@code ttft}
 * @param quantiles of latencies, in (0, 1)
 * @param means whether means of latencies are asked too
 * @param loads levels of load; what has no load is always asked
 * @param from what TTFT and E2E are counted from where requests come at a rate
 * @param latencyLoads loads that latencies are asked at
 */
public record MeasureSelection(
        Set<MeasureFamily> families,
        Set<String> latencies,
        Set<Double> quantiles,
        boolean means,
        Set<Double> loads,
        Set<String> requestClasses,
        From from,
        LatencyLoads latencyLoads) {

    /** What TTFT and E2E are counted from where requests come at a rate; where their number is fixed it is when they are sent. */
    public enum From {
        /** When a request was due: with the time that it waited in the client. Where a side does not know it, when it was sent. */
        DUE,
        SENT
    }

    /** Loads that latencies are asked at. */
    public enum LatencyLoads {
        /** Those at which neither side breaks its SLO; all where there is none, or no SLO. */
        HELD,
        ALL
    }

    /** TTFT, TPOT, ITL and E2E at p50, p95 and p99, and all that is no latency, at every load, of all classes together. */
    public static final MeasureSelection DEFAULT = new MeasureSelection(
            EnumSet.allOf(MeasureFamily.class),
            Set.of(Metric.TTFT.id(), Metric.TPOT.id(), Metric.ITL.id(), Metric.E2E.id()),
            Set.of(0.5, 0.95, 0.99),
            false,
            Set.of(),
            Set.of(RequestClass.ALL),
            From.DUE,
            LatencyLoads.HELD);

    public MeasureSelection {
        families = Set.copyOf(families);
        latencies = Set.copyOf(latencies);
        quantiles = Set.copyOf(quantiles);
        loads = Set.copyOf(loads);
        requestClasses = Set.copyOf(requestClasses);
        latencies.forEach(Metric::parse);
    }

    /** Whether it is asked, of TTFT and E2E that are counted from due as of those from sent. */
    public boolean selects(MeasureAtLoad question) {
        return anyOr(families, question.measure().family())
                && (question.measure().family() != MeasureFamily.LATENCY || asksLatency(question.measure()))
                && (question.hasNoLoad() || anyOr(loads, question.load()))
                && anyOr(requestClasses, question.requestClass());
    }

    private boolean asksLatency(Measure latency) {
        boolean asked = latency.quantile().isEmpty()
                ? means
                : anyOr(quantiles, latency.quantile().getAsDouble());
        boolean inPlace = from == From.DUE
                && latencies.stream().anyMatch(name -> DueLatencies.of(name).equals(Optional.of(latency.name())));
        return asked && (anyOr(latencies, latency.name()) || inPlace);
    }

    private static <T> boolean anyOr(Set<T> wanted, T one) {
        return wanted.isEmpty() || wanted.contains(one);
    }
}
