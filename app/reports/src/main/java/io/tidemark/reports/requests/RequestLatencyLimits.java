package io.tidemark.reports.requests;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.sinks.store.read.run.SloRow;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The latencies that an SLO asks of all requests, by metric: a request within all of them counts for goodput (as {@code vllm bench serve
 * --goodput} has it). ITL is not among them: a stored request has it as a sketch only.
 */
record RequestLatencyLimits(Map<Metric, Long> nanos) {
    RequestLatencyLimits {
        nanos = Map.copyOf(nanos);
    }

    /** The strictest limit of each metric, of quantiles and of good shares. */
    static RequestLatencyLimits of(List<SloRow> slo) {
        Map<Metric, Long> nanos = new EnumMap<>(Metric.class);
        slo.stream().filter(row -> row.requestClass().equals(RequestClass.ALL)).forEach(row -> {
            row.metric()
                    .filter(CurrentRequest.METRICS::contains)
                    .filter(metric -> row.limitNanos() > 0)
                    .ifPresent(metric -> nanos.merge(metric, row.limitNanos(), Math::min));
            CurrentRequest.METRICS.forEach(metric -> {
                Long limit = row.goodLimitsNanos().get(metric.event().name());
                if (limit != null) {
                    nanos.merge(metric, limit, Math::min);
                }
            });
        });
        return new RequestLatencyLimits(nanos);
    }
}
