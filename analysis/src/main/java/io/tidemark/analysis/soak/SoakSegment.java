package io.tidemark.analysis.soak;

import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.Outcome;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ServerRestarts;
import io.tidemark.schemas.StepNumber;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A segment of a soak: the requests that were due in it.
 *
 * @param number from 0
 * @param fromMicros microseconds since 1970
 * @param untilMicros end, exclusive
 * @param sketches encoded, of the ok requests, by the metrics that are followed
 * @param memory means of the server's memory, bytes; a signal that nothing exposes is left out
 * @param restarts how often the server's counters began again
 */
public record SoakSegment(
        int number,
        long fromMicros,
        long untilMicros,
        SoakCounts counts,
        Map<Metric, byte[]> sketches,
        Map<SoakMeasure, Double> memory,
        long restarts) {
    public SoakSegment {
        if (untilMicros <= fromMicros) {
            throw new IllegalArgumentException("segment " + number + " must end after its start " + fromMicros
                    + " but ended at " + untilMicros + " us");
        }
        sketches = Map.copyOf(sketches);
        memory = Map.copyOf(memory);
    }

    /**
     * Of what is known of a segment. What its flags leave unknown is left out.
     *
     * @param sketches of any metrics; those that are not followed are left out
     */
    public static SoakSegment of(
            int number, Span span, SoakCounts counts, Map<Metric, LogHistogram> sketches, Server server) {
        Map<Metric, byte[]> followed = new EnumMap<>(Metric.class);
        List<Metric> metrics = SoakMeasure.followed(sketches.keySet());
        Set<Metric> unfit = FigureDoubt.unfitMetrics(server.flags());
        sketches.forEach((metric, sketch) -> {
            if (metrics.contains(metric) && !unfit.contains(metric)) {
                followed.put(metric, sketch.encode());
            }
        });
        Map<SoakMeasure, Double> memory = new TreeMap<>();
        for (SoakMeasure measure : SoakMeasure.ofMemory()) {
            measure.signal()
                    .map(signal -> server.signalMeans().get(signal.id()))
                    .filter(bytes -> bytes > 0)
                    .ifPresent(bytes -> memory.put(measure, bytes));
        }
        return new SoakSegment(
                number,
                micros(span.from()),
                micros(span.until()),
                FigureDoubt.leavesTokensUnknown(server.flags()) ? counts.withoutTokens() : counts,
                followed,
                memory,
                ServerRestarts.count(server.flags()));
    }

    /** When its requests were due. */
    public record Span(Instant from, Instant until) {}

    /**
     * What is known of the server in it.
     *
     * @param signalMeans by the ids of signals
     * @param flags of the segment's result
     */
    public record Server(Map<String, Double> signalMeans, Collection<String> flags) {}

    /** @throws IllegalArgumentException if the result is not that of a segment whose end is known */
    public static SoakSegment of(StepResult result) {
        if (result.getSegment() == null || result.getMeasureUntil() == null) {
            throw new IllegalArgumentException("step " + StepNumber.of(result.getStep()) + " of run " + result.getRun()
                    + " is no segment with an end");
        }
        Map<Metric, LogHistogram> sketches = new EnumMap<>(Metric.class);
        for (MetricResult metric : result.getMetrics()) {
            if (metric.getMetric() != MetricName.UNKNOWN && metric.getCount() > 0) {
                sketches.put(Metric.of(metric.getMetric()), LogHistogram.decode(metric.getSketch()));
            }
        }
        return of(
                result.getSegment(),
                new Span(result.getMeasureFrom(), result.getMeasureUntil()),
                new SoakCounts(
                        result.getDue(),
                        result.getOk(),
                        result.getOutcomes().getOrDefault(Outcome.EMPTY.name(), 0L),
                        result.getOutputTokens()),
                sketches,
                new Server(result.getSignalMeans(), result.getFlags()));
    }

    private static long micros(Instant at) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }

    double seconds() {
        return (untilMicros - fromMicros) / SoakPeriod.MICROS_PER_SECOND;
    }

    /** Its figures, as a part of an hour. */
    SoakPart part() {
        FigureReader reader = new FigureReader(counts, seconds());
        sketches.forEach((metric, sketch) -> reader.add(metric, LogHistogram.decode(sketch)));
        reader.add(memory);
        return new SoakPart(number, fromMicros, reader.figures());
    }
}
