package io.tidemark.exporter.results;

import io.prometheus.metrics.model.snapshots.Labels;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.events.WindowStats;
import io.tidemark.exporter.histogram.LatencyHistogram;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Latencies, outcomes and tokens of one target and class of a run. Not thread-safe. */
final class SeriesResults {
    /** Most characters of an exemplar's labels, names and values together: OpenMetrics 1.0. */
    private static final int EXEMPLAR_CHARACTERS = 128;

    private final Map<Metric, LatencyHistogram> latencies = new EnumMap<>(Metric.class);
    /** From 0: to Prometheus, a counter that begins at 1 did not increase. */
    private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);

    private long promptTokens;
    private long cachedPromptTokens;
    private long outputTokens;

    SeriesResults() {
        for (Metric metric : Metric.values()) {
            latencies.put(metric, new LatencyHistogram(metric != Metric.ITL));
        }
        EnumSet.complementOf(EnumSet.of(Outcome.UNKNOWN)).forEach(outcome -> outcomes.put(outcome, 0L));
    }

    void setLimits(Map<Metric, Set<Long>> limitsNanos) {
        latencies.forEach((metric, histogram) -> histogram.setLimits(limitsNanos.getOrDefault(metric, Set.of())));
    }

    void window(WindowStats window) {
        latency(Metric.of(window.getMetric())).step(window);
    }

    void request(RequestEvent request) {
        outcomes.merge(request.getOutcome(), 1L, Long::sum);
        if (isOk(request)) {
            promptTokens += orZero(request.getPromptTokens());
            cachedPromptTokens += orZero(request.getCachedTokens());
            outputTokens += orZero(request.getOutputTokens());
        }
        Labels labels = exemplarLabels(request);
        for (Metric metric : Metric.values()) {
            add(metric, request, labels);
        }
    }

    private void add(Metric metric, RequestEvent request, Labels labels) {
        if (!isCounted(metric, request)) {
            return;
        }
        LatencyHistogram histogram = latency(metric);
        OptionalLong shown = metric == Metric.ITL ? longestGap(request) : metric.nanos(request);
        if (shown.isEmpty() || shown.getAsLong() < 0) {
            return;
        }
        if (metric != Metric.ITL) {
            histogram.addValue(shown.getAsLong());
        }
        histogram.setExemplar(shown.getAsLong(), labels, ended(request));
    }

    /** As the streams count it: a first token of every request, the rest of those that are ok. */
    private static boolean isCounted(Metric metric, RequestEvent request) {
        return switch (metric) {
            case TTFT, TTFT_DUE -> request.getFirstTokenNanos() != null && request.getSentNanos() != null;
            case ITL -> true;
            case TPOT, E2E, E2E_DUE, QUEUE_TIME -> isOk(request) && request.getPart() != StepPart.STOPPED;
        };
    }

    private static OptionalLong longestGap(RequestEvent request) {
        return LogHistogram.decode(request.getItlSketch()).max();
    }

    private static boolean isOk(RequestEvent request) {
        return request.getOutcome() == Outcome.OK;
    }

    private static Instant ended(RequestEvent request) {
        Long end = request.getEndNanos();
        return request.getDue().plusNanos(end == null ? 0 : end);
    }

    private static Labels exemplarLabels(RequestEvent request) {
        Labels labels = Labels.of("run", request.getRun(), "request", request.getRequest());
        String trace = request.getTraceId();
        Labels traced = trace == null ? labels : labels.add("trace_id", trace);
        if (isExemplar(traced)) {
            return traced;
        }
        return isExemplar(labels) ? labels : Labels.EMPTY;
    }

    private static boolean isExemplar(Labels labels) {
        return labels.stream()
                        .mapToInt(label ->
                                label.getName().length() + label.getValue().length())
                        .sum()
                <= EXEMPLAR_CHARACTERS;
    }

    private LatencyHistogram latency(Metric metric) {
        return latencies.computeIfAbsent(metric, missing -> new LatencyHistogram(missing != Metric.ITL));
    }

    /** @param labels of {@link ResultMetric#REQUESTS} without the last */
    void addTo(ResultPoints points, String... labels) {
        for (ResultMetric metric : ResultMetric.values()) {
            metric.latency()
                    .map(this::latency)
                    .filter(histogram -> !histogram.isEmpty())
                    .ifPresent(histogram -> points.histogram(metric, histogram, labels));
        }
        outcomes.forEach((outcome, count) ->
                points.counter(ResultMetric.REQUESTS, count, ResultPoints.with(labels, ResultPoints.word(outcome))));
        points.counter(ResultMetric.PROMPT_TOKENS, promptTokens, labels);
        points.counter(ResultMetric.CACHED_PROMPT_TOKENS, cachedPromptTokens, labels);
        points.counter(ResultMetric.OUTPUT_TOKENS, outputTokens, labels);
    }

    private static int orZero(@Nullable Integer tokens) {
        return tokens == null ? 0 : tokens;
    }
}
