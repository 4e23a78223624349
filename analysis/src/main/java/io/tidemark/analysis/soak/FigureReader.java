package io.tidemark.analysis.soak;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.EnumMap;
import java.util.Map;

/** The figures of a time from its counts and sketches. Not thread-safe. */
final class FigureReader {
    /** A sketch has so many slots for a doubling. */
    private static final double SLOTS_PER_DOUBLING = 32;

    private final Map<SoakMeasure, Double> figures = new EnumMap<>(SoakMeasure.class);

    /** @param seconds length of the time */
    FigureReader(SoakCounts counts, double seconds) {
        if (counts.due() > 0) {
            figures.put(SoakMeasure.COMPLETED, (double) counts.ok() / counts.due());
            figures.put(SoakMeasure.EMPTY, (double) counts.empty() / counts.due());
        }
        if (counts.outputTokens() > 0) {
            figures.put(SoakMeasure.OUTPUT_TOKENS, counts.outputTokens() / seconds);
        }
    }

    void add(Metric metric, LogHistogram sketch) {
        for (SoakMeasure measure : SoakMeasure.of(metric)) {
            double nanos = quantile(sketch, measure.quantile());
            if (nanos > 0) {
                figures.put(measure, nanos);
            }
        }
    }

    void add(Map<SoakMeasure, Double> more) {
        figures.putAll(more);
    }

    Map<SoakMeasure, Double> figures() {
        return Map.copyOf(figures);
    }

    /**
     * A quantile between the values of a sketch's slot, each at its share of the slot on the scale of logarithms: a slot is 2.2 % wide, and
     * a figure that moves less would otherwise stand still and then jump. 0 for an empty sketch.
     */
    static double quantile(LogHistogram sketch, double quantile) {
        if (sketch.isEmpty()) {
            return 0;
        }
        long middle = sketch.quantile(quantile);
        if (middle == 0) {
            return 0;
        }
        double rank = quantile * sketch.count() - sketch.countBelowSlotOf(middle);
        double share = Math.min(1, Math.max(0, rank / sketch.countInSlotOf(middle)));
        return Math.pow(2, (LogHistogram.slotOf(middle) - 1 + share) / SLOTS_PER_DOUBLING);
    }
}
