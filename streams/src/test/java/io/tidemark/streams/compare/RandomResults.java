package io.tidemark.streams.compare;

import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import java.util.List;
import java.util.Random;

/** Results whose quantiles are drawn: of TTFT, TPOT and E2E, 2,400 values each. */
final class RandomResults {
    private RandomResults() {}

    /** Beside the factor that all of them share, p50 varies by 2 %, p95 by 3 % and p99 by 5 %. */
    static List<MetricResult> metrics(double factor, Random random) {
        return List.of(
                metric(MetricName.TTFT, factor, random),
                metric(MetricName.TPOT, factor, random),
                metric(MetricName.E2E, factor, random));
    }

    static boolean isAlarm(RunComparison comparison) {
        return comparison.compared().stream()
                .anyMatch(one ->
                        one.verdict() == ComparisonVerdict.REGRESSED || one.verdict() == ComparisonVerdict.IMPROVED);
    }

    private static MetricResult metric(MetricName metric, double factor, Random random) {
        return MetricResult.newBuilder()
                .setMetric(metric)
                .setCount(2_400)
                .setSumNanos(0)
                .setP50Nanos(nanos(100, factor, 0.02, random))
                .setP95Nanos(nanos(200, factor, 0.03, random))
                .setP99Nanos(nanos(300, factor, 0.05, random))
                .build();
    }

    private static long nanos(double millis, double factor, double sigma, Random random) {
        return Math.round(1e6 * millis * factor * Math.exp(sigma * random.nextGaussian()));
    }
}
