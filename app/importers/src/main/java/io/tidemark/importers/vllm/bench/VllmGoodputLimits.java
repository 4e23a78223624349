package io.tidemark.importers.vllm.bench;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The limits of {@code --goodput}: a request is good if it succeeded and is within each of them.
 *
 * @param limitsMillis of {@code ttft}, {@code tpot} or {@code e2el}; TPOT counts as 0 with one output token
 */
public record VllmGoodputLimits(Map<VllmBenchMetric, Double> limitsMillis) {
    private static final double MILLIS = 1_000;

    public VllmGoodputLimits {
        limitsMillis = Map.copyOf(limitsMillis);
    }

    /**
     * Reads {@code KEY:MILLISECONDS} pairs.
     *
     * @throws IllegalArgumentException naming the pair and the rule
     */
    public static VllmGoodputLimits of(List<String> pairs) {
        Map<VllmBenchMetric, Double> limits = new EnumMap<>(VllmBenchMetric.class);
        pairs.forEach(pair -> limits.put(metric(pair), limit(pair)));
        return new VllmGoodputLimits(limits);
    }

    private static VllmBenchMetric metric(String pair) {
        return switch (pair.split(":", 2)[0]) {
            case "ttft" -> VllmBenchMetric.TTFT;
            case "tpot" -> VllmBenchMetric.TPOT;
            case "e2el" -> VllmBenchMetric.E2EL;
            default ->
                throw new IllegalArgumentException(
                        "must be ttft:MILLISECONDS, tpot:MILLISECONDS or e2el:MILLISECONDS but was " + pair);
        };
    }

    private static double limit(String pair) {
        String[] parts = pair.split(":", 2);
        try {
            double limit = parts.length == 2 ? Double.parseDouble(parts[1]) : -1;
            if (limit >= 0) {
                return limit;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("must have a number of milliseconds after ':' but was " + pair, e);
        }
        throw new IllegalArgumentException("must have a number of milliseconds >= 0 after ':' but was " + pair);
    }

    boolean isConfigured() {
        return !limitsMillis.isEmpty();
    }

    boolean isGood(BenchRequest request) {
        return limitsMillis.entrySet().stream()
                .allMatch(limit -> seconds(limit.getKey(), request) <= limit.getValue() / MILLIS);
    }

    private static double seconds(VllmBenchMetric metric, BenchRequest request) {
        return metric == VllmBenchMetric.TPOT
                ? request.tpot()
                : metric.seconds(request).sum();
    }
}
