package io.tidemark.streams.run;

import io.tidemark.streams.flow.Stamps;
import io.tidemark.streams.step.Completeness;
import io.tidemark.streams.step.ObjectiveStands;
import io.tidemark.streams.step.SegmentBooks;
import io.tidemark.streams.step.SegmentSpan;
import io.tidemark.streams.step.StepContext;
import io.tidemark.streams.step.StepResults;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * When the results of a step's segments go out: now and then while they run, and for good once every lane has said that a segment is
 * over and all of it has been counted. One is kept for as long as late data can come, and then let go of.
 */
final class SegmentPublishing {
    private final RunBook book;
    private final RunOutput output;
    private final int step;
    private final long nowMillis;
    private final SampleWait wait;

    SegmentPublishing(RunBook book, RunOutput output, int step, long nowMillis) {
        this.book = book;
        this.output = output;
        this.step = step;
        this.nowMillis = nowMillis;
        this.wait = new SampleWait(book, nowMillis);
    }

    /** {@code whole} is what the whole step's result is. */
    void publish(SegmentBooks segments, Completeness whole) {
        if (book.definitions().step(step).isEmpty()) {
            return; // neither its target nor its time is known
        }
        Collection<Integer> past = new ArrayList<>();
        segments.books().forEach((number, segment) -> {
            Completeness completeness = Completeness.of(whole.isOver() || isOver(number), missing(number));
            if (StepPublishing.isDue(segment, completeness, nowMillis)) {
                output.step(StepResults.of(segment, context(number), completeness));
                segment.published(nowMillis, completeness.finality());
            }
            if (completeness.isOver() && isOutOfReach(number)) {
                past.add(number);
            }
        });
        past.stream().filter(number -> isFirst(segments, number)).forEach(segments::letGo);
    }

    /** Segments go in order, so that one number says which are gone. */
    private static boolean isFirst(SegmentBooks segments, int segment) {
        return segments.books().firstKey() == segment;
    }

    private boolean isOver(int segment) {
        boolean counted = book.definitions().run().isPresent() && book.lanes().segmentsOver(step) > segment;
        return counted && isJoined(segment);
    }

    private long missing(int segment) {
        return span(segment)
                .map(span -> book.lanes()
                        .missing(span.from().getEpochSecond(), span.until().getEpochSecond() + 1))
                .orElse(0L);
    }

    private boolean isJoined(int segment) {
        String target = book.definitions().step(step).orElseThrow().getTarget();
        return span(segment)
                .filter(span -> wait.isOver(target, Stamps.micros(span.until())))
                .isPresent();
    }

    private boolean isOutOfReach(int segment) {
        return span(segment)
                .filter(span -> span.until().getEpochSecond() < book.heads().keepFrom())
                .isPresent();
    }

    private Optional<SegmentSpan> span(int segment) {
        return book.definitions().step(step).flatMap(state -> SegmentSpan.of(state, segment));
    }

    /** Where objectives stand is said of the whole step: a segment says how its own requests were. */
    private StepContext context(int segment) {
        return new StepContext(
                new StepContext.Where(book.run(), step, OptionalInt.of(segment)),
                book.definitions().run(),
                book.definitions().step(step),
                new StepContext.Beside(
                        List.copyOf(book.definitions().objectives()),
                        objective -> ObjectiveStands.UNKNOWN,
                        book.samples()));
    }
}
