package io.tidemark.analysis.soak;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * An hour or a day of a soak.
 *
 * @param index from 0, counted from the soak's start
 * @param fromMicros start of its first segment, microseconds since 1970
 * @param untilMicros end of its last segment
 * @param figures of all its requests: quantiles of the merged sketches, tokens per second, shares, mean bytes
 * @param parts its segments, or its hours
 */
public record SoakPeriod(
        SoakLevel level,
        int index,
        long fromMicros,
        long untilMicros,
        SoakCounts counts,
        Map<SoakMeasure, Double> figures,
        List<SoakPart> parts,
        List<SoakRestart> restarts) {
    static final double MICROS_PER_SECOND = 1e6;

    public SoakPeriod {
        figures = Map.copyOf(figures);
        parts = List.copyOf(parts);
        restarts = List.copyOf(restarts);
    }

    /** Empty where nothing of it is known. */
    public OptionalDouble figure(SoakMeasure measure) {
        Double value = figures.get(measure);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Values of its parts that are known. */
    double[] values(SoakMeasure measure) {
        return parts.stream()
                .filter(part -> part.figures().containsKey(measure))
                .mapToDouble(part -> part.figures().get(measure))
                .toArray();
    }

    /** How often the server restarted in it. */
    public long restartCount() {
        return restarts.stream().mapToLong(SoakRestart::count).sum();
    }
}
