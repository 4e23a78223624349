package io.tidemark.analysis.compare;

import io.tidemark.analysis.measure.Measure;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A change of each kind of figure: the largest that does not matter, or what blocks a gate.
 *
 * @param heldLoad relative change of the highest load that is held
 * @param latency relative change by quantile; a quantile between two takes the next higher one's, one above all the highest's
 * @param latencyMean relative change of a latency's mean
 * @param throughput relative change
 * @param goodput relative change
 * @param errorShare difference of shares: 0.01 is one percentage point
 * @param quality difference of scores in [0, 1]; relative change of losses
 */
public record Margins(
        double heldLoad,
        NavigableMap<Double, Double> latency,
        double latencyMean,
        double throughput,
        double goodput,
        double errorShare,
        double quality) {
    /**
     * The largest changes that do not matter: 5 / 5 / 10 % for p50 / p95 / p99, 5 % for held load, means, throughput and goodput, 1 percentage
     * point for errors, 2 for quality.
     */
    public static final Margins DEFAULT = new Margins(0.05, quantiles(0.05, 0.05, 0.10), 0.05, 0.05, 0.05, 0.01, 0.02);

    /**
     * What must be excluded before a gate passes: 18 / 18 / 26 % for p50 / p95 / p99, 18 % for means, 12 % for throughput and goodput, 2
     * percentage points for errors, 5 for quality. Chosen from what five runs a side that vary by 5 % exclude: docs/internals/comparison-statistics.md. Held load is known to the steps
     * between loads only, so it may regress or improve, but 100 % never blocks.
     */
    public static final Margins BLOCKS = new Margins(1, quantiles(0.18, 0.18, 0.26), 0.18, 0.12, 0.12, 0.02, 0.05);

    public Margins {
        latency = Collections.unmodifiableNavigableMap(new TreeMap<>(latency));
        if (latency.isEmpty()) {
            throw new IllegalArgumentException("margins.latency must name at least one quantile");
        }
        latency.forEach((quantile, margin) -> require("latency p" + quantile * 100, margin));
        require("heldLoad", heldLoad);
        require("latencyMean", latencyMean);
        require("throughput", throughput);
        require("goodput", goodput);
        require("errorShare", errorShare);
        require("quality", quality);
    }

    /** Of a measure, in the unit of its change: a share for relative ones, else the value's own unit. */
    public double of(Measure measure) {
        return switch (measure.family()) {
            case LATENCY ->
                measure.quantile().isPresent() ? ofQuantile(measure.quantile().getAsDouble()) : latencyMean;
            case CAPACITY -> heldLoad;
            case THROUGHPUT -> throughput;
            case GOODPUT -> goodput;
            case ERRORS -> errorShare;
            case QUALITY, LOSS -> quality;
        };
    }

    private static NavigableMap<Double, Double> quantiles(double p50, double p95, double p99) {
        return new TreeMap<>(Map.of(0.5, p50, 0.95, p95, 0.99, p99));
    }

    private double ofQuantile(double quantile) {
        Map.Entry<Double, Double> next = latency.ceilingEntry(quantile);
        return next == null ? latency.lastEntry().getValue() : next.getValue();
    }

    private static void require(String name, double margin) {
        if (!(margin > 0 && margin <= 1)) {
            throw new IllegalArgumentException("margins." + name + " must be in (0, 1] but was " + margin);
        }
    }
}
