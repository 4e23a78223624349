package io.tidemark.importers.vllm.bench;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * vLLM's aggregates of a run.
 *
 * @param inputTokens of the requests that succeeded
 * @param distributions of every metric, over the requests that succeeded
 */
public record BenchmarkAggregates(
        int completed,
        int failed,
        long inputTokens,
        long outputTokens,
        double durationSeconds,
        double requestGoodput,
        double peakOutputTokensPerSecond,
        int peakConcurrentRequests,
        Map<VllmBenchMetric, NumpyStatistics> distributions) {
    public BenchmarkAggregates {
        distributions = Map.copyOf(distributions);
    }

    /**
     * What they are computed from, beside the requests.
     *
     * @param durationSeconds from the schedule's start to the end of the last request
     */
    public record Parameters(double durationSeconds, VllmGoodputLimits goodput, PeakConcurrencyRule peakRule) {}

    public static BenchmarkAggregates of(List<BenchRequest> requests, Parameters terms) {
        List<BenchRequest> succeeded =
                requests.stream().filter(BenchRequest::success).toList();
        long good = terms.goodput().isConfigured()
                ? succeeded.stream().filter(terms.goodput()::isGood).count()
                : 0;
        return new BenchmarkAggregates(
                succeeded.size(),
                requests.size() - succeeded.size(),
                succeeded.stream().mapToLong(BenchRequest::promptTokens).sum(),
                succeeded.stream().mapToLong(BenchRequest::outputTokens).sum(),
                terms.durationSeconds(),
                good / terms.durationSeconds(),
                PeakTokenThroughput.of(succeeded),
                terms.peakRule().peak(succeeded),
                distributions(succeeded));
    }

    private static Map<VllmBenchMetric, NumpyStatistics> distributions(List<BenchRequest> succeeded) {
        Map<VllmBenchMetric, NumpyStatistics> distributions = new EnumMap<>(VllmBenchMetric.class);
        for (VllmBenchMetric metric : VllmBenchMetric.values()) {
            double[] values =
                    succeeded.stream().flatMapToDouble(metric::seconds).toArray();
            distributions.put(metric, NumpyStatistics.ofSeconds(values));
        }
        return distributions;
    }

    public double requestThroughput() {
        return completed / durationSeconds;
    }

    public double outputThroughput() {
        return outputTokens / durationSeconds;
    }

    public double totalTokenThroughput() {
        return (inputTokens + outputTokens) / durationSeconds;
    }

    public NumpyStatistics of(VllmBenchMetric metric) {
        return distributions.getOrDefault(metric, NumpyStatistics.ofSeconds(new double[0]));
    }
}
