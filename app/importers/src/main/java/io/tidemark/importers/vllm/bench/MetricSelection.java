package io.tidemark.importers.vllm.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Which metrics and percentiles are printed and saved.
 *
 * @param percentiles from 0 to 100, in the order given
 */
public record MetricSelection(Set<VllmBenchMetric> metrics, List<Double> percentiles) {
    public MetricSelection {
        metrics = Set.copyOf(metrics);
        percentiles = List.copyOf(percentiles);
    }

    /**
     * Reads {@code --percentile-metrics}.
     *
     * @param keys such as {@code ttft,tpot,itl}
     * @throws IllegalArgumentException naming the key that is none
     */
    public static Set<VllmBenchMetric> metrics(String keys) {
        Set<VllmBenchMetric> metrics = EnumSet.noneOf(VllmBenchMetric.class);
        for (String key : keys.split(",", -1)) {
            metrics.add(VllmBenchMetric.of(key.strip())
                    .orElseThrow(() -> new IllegalArgumentException("must be some of "
                            + String.join(
                                    ",",
                                    Arrays.stream(VllmBenchMetric.values())
                                            .map(VllmBenchMetric::key)
                                            .toList())
                            + " but was " + keys)));
        }
        return metrics;
    }

    /**
     * Reads {@code --metric-percentiles}.
     *
     * @param percents such as {@code 50,90,99.9}
     * @throws IllegalArgumentException naming the one that is no percentile
     */
    public static List<Double> percentiles(String percents) {
        List<Double> percentiles = new ArrayList<>();
        for (String percent : percents.split(",", -1)) {
            percentiles.add(percentile(percent.strip()));
        }
        return percentiles;
    }

    private static double percentile(String percent) {
        String rule = "must be numbers from 0 to 100 with commas between them but held \"" + percent + "\"";
        try {
            double value = Double.parseDouble(percent);
            if (value >= 0 && value <= 100) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(rule, e);
        }
        throw new IllegalArgumentException(rule);
    }

    /** As in {@code P99} and {@code p99.9_ttft_ms}: without a fraction that is 0. */
    static String word(double percentile) {
        return percentile == Math.rint(percentile) ? String.valueOf((long) percentile) : String.valueOf(percentile);
    }
}
