package io.tidemark.streams.steps;

import io.tidemark.streams.signals.ScrapeGracePeriod;
import io.tidemark.streams.validation.ClientTimestamps;
import io.tidemark.streams.windows.RunWindows;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The segments of a step at one moment: one is complete once every lane has announced that it is over and all of it has been counted, and expires once no
 * late data can come.
 */
final class StepSegments {
    private final RunWindows windows;
    private final ScrapeGracePeriod wait;
    private final int step;
    private OptionalInt counted = OptionalInt.empty();

    /** @param step one that is defined */
    StepSegments(RunWindows windows, ScrapeGracePeriod wait, int step) {
        this.windows = windows;
        this.wait = wait;
        this.step = step;
    }

    /** {@code whole} is what the whole step's result is. */
    Completeness completeness(int segment, Completeness whole) {
        return Completeness.of(whole.isOver() || isOver(segment), missing(segment));
    }

    private boolean isOver(int segment) {
        return windows.definitions().run().isPresent() && counted() > segment && isJoined(segment);
    }

    /** Lanes are asked once. */
    private int counted() {
        if (counted.isEmpty()) {
            counted = OptionalInt.of(windows.lanes().segmentsComplete(step));
        }
        return counted.getAsInt();
    }

    private long missing(int segment) {
        return span(segment)
                .map(span -> windows.lanes()
                        .missing(span.from().getEpochSecond(), span.until().getEpochSecond() + 1))
                .orElse(0L);
    }

    private boolean isJoined(int segment) {
        String target = windows.definitions().step(step).orElseThrow().getTarget();
        return span(segment)
                .filter(span -> wait.isSatisfied(target, ClientTimestamps.micros(span.until())))
                .isPresent();
    }

    boolean isExpired(int segment) {
        return span(segment)
                .filter(span ->
                        span.until().getEpochSecond() < windows.emission().retainFrom())
                .isPresent();
    }

    private Optional<SegmentSpan> span(int segment) {
        return windows.definitions().step(step).flatMap(state -> SegmentSpan.of(state, segment));
    }

    /** Where objectives stand is reported of the whole step: a segment says how its own requests were. */
    StepContext context(int segment) {
        return new StepContext(
                new StepContext.Where(windows.run(), step, OptionalInt.of(segment)),
                windows.definitions().run(),
                windows.definitions().step(step),
                new StepContext.Context(
                        List.copyOf(windows.definitions().objectives()),
                        objective -> ObjectiveStatus.UNKNOWN,
                        windows.signals().scrapes()));
    }
}
