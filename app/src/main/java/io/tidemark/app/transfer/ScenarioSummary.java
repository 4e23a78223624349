package io.tidemark.app.transfer;

import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.StepCountsRow;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The line of a step in the scenarios' summary; times in milliseconds, NaN for what is not known. Percentiles are of the requests, by linear interpolation, where they are there; else those of the result. */
record ScenarioSummary(
        ExportedStep step, Times ttft, Times latency, double tokensPerSecondP50, double tokensPerSecondP95) {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Percentiles, milliseconds. */
    record Times(double p50, double p95, double p99) {}

    static ScenarioSummary of(ExportedStep step) {
        double[] speeds = step.requests().stream()
                .filter(ExportedRequest::isOk)
                .mapToDouble(ScenarioSummary::tokensPerSecond)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        return new ScenarioSummary(
                step, times(step, Metric.TTFT), times(step, Metric.E2E), quantile(speeds, 0.5), quantile(speeds, 0.95));
    }

    private static Times times(ExportedStep step, Metric metric) {
        double[] values = step.requests().stream()
                .filter(ExportedRequest::isOk)
                .flatMap(request -> request.nanos(metric).stream())
                .mapToDouble(nanos -> nanos / NANOS_PER_MILLI)
                .sorted()
                .toArray();
        if (values.length > 0) {
            return new Times(quantile(values, 0.5), quantile(values, 0.95), quantile(values, 0.99));
        }
        MetricRow row = step.result().metrics().get(metric);
        return row == null
                ? new Times(Double.NaN, Double.NaN, Double.NaN)
                : new Times(millis(row.p50Nanos()), millis(row.p95Nanos()), millis(row.p99Nanos()));
    }

    private static double millis(OptionalLong nanos) {
        return nanos.isPresent() ? nanos.getAsLong() / NANOS_PER_MILLI : Double.NaN;
    }

    private static double tokensPerSecond(ExportedRequest request) {
        double nanos = request.nanos(Metric.E2E).orElse(0L);
        int tokens = request.tokens().output().orElse(0);
        return nanos > 0 && tokens > 0 ? tokens * NANOS_PER_SECOND / nanos : Double.NaN;
    }

    private static double quantile(double[] sorted, double q) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double position = (sorted.length - 1) * q;
        int below = (int) Math.floor(position);
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (sorted[above] - sorted[below]) * (position - below);
    }

    StepCountsRow counts() {
        return step.result().counts();
    }

    long failed() {
        return counts().failed();
    }

    double successRate() {
        return counts().due() == 0 ? 0 : (double) counts().ok() / counts().due();
    }

    double averagePromptTokens() {
        return average(counts().promptTokens());
    }

    double averageOutputTokens() {
        return average(counts().outputTokens());
    }

    private double average(long tokens) {
        return counts().ok() == 0 || tokens == 0 ? Double.NaN : (double) tokens / counts().ok();
    }

    /** The three commonest kinds of failure with their counts. */
    String errorTypes() {
        if (failed() == 0) {
            return "None";
        }
        Map<String, Long> kinds = new TreeMap<>();
        step.requests().forEach(request -> request.error().ifPresent(error -> kinds.merge(error, 1L, Long::sum)));
        if (kinds.isEmpty()) {
            counts().outcomes().forEach((outcome, count) -> kinds.put(outcome.name(), count));
            kinds.remove("OK");
        }
        return kinds.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(3)
                .map(kind -> abridged(kind.getKey()) + "(" + kind.getValue() + ")")
                .collect(Collectors.joining("; "));
    }

    private static String abridged(String error) {
        return error.substring(0, Math.min(error.length(), 30));
    }
}
