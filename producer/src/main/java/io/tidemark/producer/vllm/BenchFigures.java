package io.tidemark.producer.vllm;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * vLLM's aggregates of a run.
 *
 * @param inputTokens of the requests that succeeded
 * @param distributions of every metric, over the requests that succeeded
 */
public record BenchFigures(
        int completed,
        int failed,
        long inputTokens,
        long outputTokens,
        double durationSeconds,
        double requestGoodput,
        double peakOutputTokensPerSecond,
        int peakConcurrentRequests,
        Map<BenchMetric, Distribution> distributions) {
    public BenchFigures {
        distributions = Map.copyOf(distributions);
    }

    /**
     * What they are computed from, beside the requests.
     *
     * @param durationSeconds from the schedule's start to the end of the last request
     */
    public record Terms(double durationSeconds, Goodput goodput, PeakRule peakRule) {}

    public static BenchFigures of(List<BenchRequest> requests, Terms terms) {
        List<BenchRequest> succeeded =
                requests.stream().filter(BenchRequest::success).toList();
        long good = terms.goodput().isAsked()
                ? succeeded.stream().filter(terms.goodput()::isGood).count()
                : 0;
        return new BenchFigures(
                succeeded.size(),
                requests.size() - succeeded.size(),
                succeeded.stream().mapToLong(BenchRequest::promptTokens).sum(),
                succeeded.stream().mapToLong(BenchRequest::outputTokens).sum(),
                terms.durationSeconds(),
                good / terms.durationSeconds(),
                TokenPeak.of(succeeded),
                terms.peakRule().peak(succeeded),
                distributions(succeeded));
    }

    private static Map<BenchMetric, Distribution> distributions(List<BenchRequest> succeeded) {
        Map<BenchMetric, Distribution> distributions = new EnumMap<>(BenchMetric.class);
        for (BenchMetric metric : BenchMetric.values()) {
            double[] values =
                    succeeded.stream().flatMapToDouble(metric::seconds).toArray();
            distributions.put(metric, Distribution.ofSeconds(values));
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

    public Distribution of(BenchMetric metric) {
        return distributions.getOrDefault(metric, Distribution.ofSeconds(new double[0]));
    }
}
