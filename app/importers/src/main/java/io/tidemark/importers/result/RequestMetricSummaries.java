package io.tidemark.importers.result;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;

/** The metrics of requests that were ok, by our definitions. */
public final class RequestMetricSummaries {
    private static final double[] QUANTILES = {0.5, 0.9, 0.95, 0.99};

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
            figures.put(metric, exact(values));
        }
    }

    private void addGaps() {
        LogHistogram gaps = new LogHistogram();
        ok.forEach(request -> gaps.merge(request.timing().gaps()));
        if (gaps.isEmpty()) {
            return;
        }
        Map<Double, Long> quantiles = new TreeMap<>();
        for (double q : QUANTILES) {
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

    /** Of the values themselves: quantiles as numpy has them, by linear interpolation between ranks. */
    private static MetricSummary exact(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        LogHistogram sketch = new LogHistogram();
        for (long value : sorted) {
            sketch.add(value);
        }
        Map<Double, Long> quantiles = new TreeMap<>();
        for (double q : QUANTILES) {
            quantiles.put(q, quantile(sorted, q));
        }
        return new MetricSummary(
                sorted.length,
                OptionalDouble.of((double) sketch.sum() / sorted.length),
                OptionalLong.of(sorted[0]),
                OptionalLong.of(sorted[sorted.length - 1]),
                quantiles,
                sketch);
    }

    private static long quantile(long[] sorted, double q) {
        double position = (sorted.length - 1) * q;
        int below = (int) Math.floor(position);
        int above = Math.min(below + 1, sorted.length - 1);
        return Math.round(sorted[below] + (sorted[above] - sorted[below]) * (position - below));
    }
}
