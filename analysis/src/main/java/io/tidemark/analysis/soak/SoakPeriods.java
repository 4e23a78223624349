package io.tidemark.analysis.soak;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Makes hours of segments and days of hours. Stateless. */
final class SoakPeriods {
    private SoakPeriods() {}

    /**
     * The hour of these segments, in their order.
     *
     * @param index of the hour, from 0
     * @param sketches of the segments, merged
     */
    static SoakPeriod hour(int index, List<SoakSegment> segments, Map<Metric, byte[]> sketches) {
        return period(
                SoakLevel.HOUR,
                index,
                segments.stream().map(SoakSegment::counts).reduce(SoakCounts.NONE, SoakCounts::plus),
                new Span(
                        segments.get(0).fromMicros(),
                        segments.get(segments.size() - 1).untilMicros(),
                        segments.stream().mapToDouble(SoakSegment::seconds).sum()),
                sketches,
                segments.stream().map(SoakSegment::part).toList(),
                segments.stream()
                        .filter(segment -> segment.restarts() > 0)
                        .map(segment -> new SoakRestart(
                                segment.number(), segment.fromMicros(), segment.untilMicros(), segment.restarts()))
                        .toList());
    }

    /**
     * The day of these hours, in their order.
     *
     * @param sketches of the hours, merged
     */
    static SoakPeriod day(List<SoakPeriod> hours, Map<Metric, byte[]> sketches) {
        SoakPeriod first = hours.get(0);
        double seconds = hours.stream()
                .mapToDouble(hour -> (hour.untilMicros() - hour.fromMicros()) / SoakPeriod.MICROS_PER_SECOND)
                .sum();
        return period(
                SoakLevel.DAY,
                Math.toIntExact(first.index() / SoakLevel.DAY.length().toHours()),
                hours.stream().map(SoakPeriod::counts).reduce(SoakCounts.NONE, SoakCounts::plus),
                new Span(first.fromMicros(), hours.get(hours.size() - 1).untilMicros(), seconds),
                sketches,
                hours.stream()
                        .map(hour -> new SoakPart(hour.parts().get(0).segment(), hour.fromMicros(), hour.figures()))
                        .toList(),
                hours.stream().flatMap(hour -> hour.restarts().stream()).toList());
    }

    /** From when until when, and how much of it is known. */
    private record Span(long fromMicros, long untilMicros, double seconds) {}

    private static SoakPeriod period(
            SoakLevel level,
            int index,
            SoakCounts counts,
            Span span,
            Map<Metric, byte[]> sketches,
            List<SoakPart> parts,
            List<SoakRestart> restarts) {
        FigureReader reader = new FigureReader(counts, span.seconds());
        sketches.forEach((metric, sketch) -> reader.add(metric, LogHistogram.decode(sketch)));
        reader.add(memory(parts));
        return new SoakPeriod(
                level, index, span.fromMicros(), span.untilMicros(), counts, reader.figures(), parts, restarts);
    }

    private static Map<SoakMeasure, Double> memory(List<SoakPart> parts) {
        Map<SoakMeasure, Double> means = new EnumMap<>(SoakMeasure.class);
        SoakMeasure.ofMemory()
                .forEach(measure -> parts.stream()
                        .filter(part -> part.figures().containsKey(measure))
                        .mapToDouble(part -> part.figures().get(measure))
                        .average()
                        .ifPresent(mean -> means.put(measure, mean)));
        return means;
    }

    /** Adds sketches to those of the same metrics. */
    static void merge(Map<Metric, byte[]> into, Map<Metric, byte[]> added) {
        added.forEach((metric, sketch) -> into.merge(metric, sketch, SoakPeriods::merged));
    }

    private static byte[] merged(byte[] one, byte[] other) {
        LogHistogram both = LogHistogram.decode(one);
        both.merge(LogHistogram.decode(other));
        return both.encode();
    }
}
