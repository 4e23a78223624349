package io.tidemark.streams.run;

import io.tidemark.events.Finality;
import io.tidemark.events.StepState;
import io.tidemark.streams.step.StepBook;
import io.tidemark.streams.step.StepContext;
import io.tidemark.streams.step.StepResults;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;

/** When a step's result goes out: now and then while it runs, and for good once everything announced has been counted. */
final class StepPublishing {
    private static final Duration INTERIM = Duration.ofSeconds(5);

    private final RunBook book;
    private final RunOutput output;

    StepPublishing(RunBook book, RunOutput output) {
        this.book = book;
        this.output = output;
    }

    void publish(long nowMillis) {
        book.steps().forEach((number, step) -> publish(number, step, nowMillis));
    }

    private void publish(int number, StepBook step, long nowMillis) {
        Finality finality = finality(number);
        if (isDue(step, finality, nowMillis)) {
            publish(number, step, finality);
            step.published(nowMillis, finality);
        }
        new SegmentPublishing(book, output, number).publish(nowMillis, finality);
    }

    /** Whether a result is to go out now. */
    static boolean isDue(StepBook step, Finality finality, long nowMillis) {
        boolean tooSoon = finality != Finality.FINAL && nowMillis - step.publishedMillis() < INTERIM.toMillis();
        return !tooSoon && step.owesResult(finality);
    }

    private void publish(int number, StepBook step, Finality finality) {
        StepContext context = new StepContext(
                new StepContext.Where(book.run(), number, OptionalInt.empty()),
                book.definitions().run(),
                book.definitions().step(number),
                new StepContext.Beside(
                        book.definitions().objectives(),
                        objective -> BurnRecords.stands(book.alarms(), number, objective),
                        book.samples()));
        output.step(StepResults.of(step, context, finality));
    }

    private Finality finality(int number) {
        return book.definitions().step(number).filter(this::isComplete).isPresent()
                ? Finality.FINAL
                : Finality.PROVISIONAL;
    }

    /** The counts decide, not a grace; windows up to its end come first where lanes announce seconds. */
    private boolean isComplete(StepState state) {
        Instant ended = state.getEnded();
        return ended != null && isCounted(state) && isSettled(ended);
    }

    private boolean isCounted(StepState state) {
        return state.getRequestsByLane().entrySet().stream()
                .allMatch(lane -> book.lanes().requestsOfStep(lane.getKey(), state.getStep()) >= lane.getValue());
    }

    private boolean isSettled(Instant ended) {
        long lastEnd = Math.min(ended.getEpochSecond(), book.lastSecond().orElse(0) + 1);
        return !book.lanes().anyAnnounces() || book.heads().settled() >= lastEnd;
    }
}
