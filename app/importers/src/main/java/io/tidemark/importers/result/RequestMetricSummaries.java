package io.tidemark.importers.result;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;

/** The metrics of requests that were ok, by our definitions. */
public final class RequestMetricSummaries {
    private final List<MeasuredRequest> ok;
    private final Map<Metric, MetricSummary> figures = new EnumMap<>(Metric.class);

    private RequestMetricSummaries(List<MeasuredRequest> requests) {
        this.ok =
                requests.stream().filter(request -> request.completion().isOk()).toList();
    }

    public static Map<Metric, MetricSummary> of(List<MeasuredRequest> requests) {
        RequestMetricSummaries figures = new RequestMetricSummaries(requests);
        figures.add(Metric.TTFT, request -> request.timing().firstToken());
        figures.add(Metric.TTFT_DUE, request -> plus(request.timing().firstToken(), request.queueNanos()));
        figures.add(Metric.TPOT, RequestMetricSummaries::tpot);
        figures.add(Metric.E2E, request -> request.timing().lastToken());
        figures.add(Metric.E2E_DUE, request -> plus(request.timing().lastToken(), request.queueNanos()));
        figures.add(Metric.QUEUE_TIME, MeasuredRequest::queueNanos);
        figures.addGaps();
        return figures.figures;
    }

    /** Values of the ok requests, rising; of a metric that each request has one of. */
    public static long[] values(List<MeasuredRequest> requests, Metric metric) {
        return requests.stream()
                .filter(request -> request.completion().isOk())
                .map(request -> metric == Metric.TTFT
                        ? request.timing().firstToken()
                        : request.timing().lastToken())
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .sorted()
                .toArray();
    }

    private void add(Metric metric, Function<MeasuredRequest, OptionalLong> value) {
        long[] values = ok.stream()
                .map(value)
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .toArray();
        if (values.length > 0) {
            figures.put(metric, ExactMetricSummary.of(values));
        }
    }

    private void addGaps() {
        LogHistogram gaps = new LogHistogram();
        ok.forEach(request -> gaps.merge(request.timing().gaps()));
        if (gaps.isEmpty()) {
            return;
        }
        Map<Double, Long> quantiles = new TreeMap<>();
        for (double q : ExactMetricSummary.QUANTILES) {
            quantiles.put(q, gaps.quantile(q));
        }
        figures.put(
                Metric.ITL,
                new MetricSummary(
                        gaps.count(),
                        OptionalDouble.of((double) gaps.sum() / gaps.count()),
                        gaps.min(),
                        gaps.max(),
                        quantiles,
                        gaps));
    }

    private static OptionalLong tpot(MeasuredRequest request) {
        int tokens = request.tokens().output().orElse(0);
        OptionalLong first = request.timing().firstToken();
        OptionalLong last = request.timing().lastToken();
        if (tokens < 2 || first.isEmpty() || last.isEmpty()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of((last.getAsLong() - first.getAsLong()) / (tokens - 1));
    }

    private static OptionalLong plus(OptionalLong one, OptionalLong other) {
        return one.isPresent() && other.isPresent()
                ? OptionalLong.of(one.getAsLong() + other.getAsLong())
                : OptionalLong.empty();
    }
}
