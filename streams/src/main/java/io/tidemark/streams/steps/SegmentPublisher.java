package io.tidemark.streams.steps;

import io.tidemark.streams.signals.ScrapeGracePeriod;
import io.tidemark.streams.validation.ClientTimestamps;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Publishes the results of a step's segments: from time to time while they run, and for good once every lane has announced that a segment is
 * over and all of it has been counted. A segment is kept for as long as late data can come, and is then dropped.
 */
final class SegmentPublisher {
    private final StepSources sources;
    private final StepOutput output;
    private final int step;
    private final long nowMillis;
    private final ScrapeGracePeriod wait;

    SegmentPublisher(StepSources sources, StepOutput output, int step, long nowMillis) {
        this.sources = sources;
        this.output = output;
        this.step = step;
        this.nowMillis = nowMillis;
        this.wait = new ScrapeGracePeriod(
                sources.windows().signals(), sources.windows().lanes(), nowMillis);
    }

    /** {@code whole} is what the whole step's result is. */
    void publish(SegmentAccumulators segments, Completeness whole) {
        if (sources.windows().definitions().step(step).isEmpty()) {
            return; // neither its target nor its time is known
        }
        Collection<Integer> past = new ArrayList<>();
        segments.accumulators().forEach((number, segment) -> {
            Completeness completeness = Completeness.of(whole.isOver() || isOver(number), missing(number));
            if (StepPublisher.isDue(segment, completeness, nowMillis)) {
                output.step(StepResults.of(segment, context(number), completeness));
                segment.markPublished(nowMillis, completeness.finality());
            }
            if (completeness.isOver() && isExpired(number)) {
                past.add(number);
            }
        });
        past.stream().filter(number -> isFirst(segments, number)).forEach(segments::evict);
    }

    /** Segments go in order, so that one number says which are gone. */
    private static boolean isFirst(SegmentAccumulators segments, int segment) {
        return segments.accumulators().firstKey() == segment;
    }

    private boolean isOver(int segment) {
        boolean counted = sources.windows().definitions().run().isPresent()
                && sources.windows().lanes().segmentsComplete(step) > segment;
        return counted && isJoined(segment);
    }

    private long missing(int segment) {
        return span(segment)
                .map(span -> sources.windows()
                        .lanes()
                        .missing(span.from().getEpochSecond(), span.until().getEpochSecond() + 1))
                .orElse(0L);
    }

    private boolean isJoined(int segment) {
        String target = sources.windows().definitions().step(step).orElseThrow().getTarget();
        return span(segment)
                .filter(span -> wait.isSatisfied(target, ClientTimestamps.micros(span.until())))
                .isPresent();
    }

    private boolean isExpired(int segment) {
        return span(segment)
                .filter(span -> span.until().getEpochSecond()
                        < sources.windows().emission().retainFrom())
                .isPresent();
    }

    private Optional<SegmentSpan> span(int segment) {
        return sources.windows().definitions().step(step).flatMap(state -> SegmentSpan.of(state, segment));
    }

    /** Where objectives stand is reported of the whole step: a segment says how its own requests were. */
    private StepContext context(int segment) {
        return new StepContext(
                new StepContext.Where(sources.windows().run(), step, OptionalInt.of(segment)),
                sources.windows().definitions().run(),
                sources.windows().definitions().step(step),
                new StepContext.Context(
                        List.copyOf(sources.windows().definitions().objectives()),
                        objective -> ObjectiveStatus.UNKNOWN,
                        sources.windows().signals().scrapes()));
    }
}
