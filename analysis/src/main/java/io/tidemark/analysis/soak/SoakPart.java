package io.tidemark.analysis.soak;

import java.util.Map;

/**
 * The figures of a part of a period: of a segment within an hour, of an hour within a day.
 *
 * @param segment number of the segment, of an hour that of its first
 * @param figures nanoseconds, tokens per second, shares or bytes
 */
public record SoakPart(int segment, long fromMicros, Map<SoakMeasure, Double> figures) {
    public SoakPart {
        figures = Map.copyOf(figures);
    }
}
