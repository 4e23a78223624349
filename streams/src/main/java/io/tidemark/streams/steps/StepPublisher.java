package io.tidemark.streams.steps;

import io.tidemark.events.StepState;
import io.tidemark.streams.signals.ScrapeGracePeriod;
import io.tidemark.streams.validation.ClientTimestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.OptionalInt;

/** Publishes a step's result: from time to time while it runs, and for good once everything announced has been counted. */
public final class StepPublisher {
    private static final Duration INTERIM = Duration.ofSeconds(5);

    /** Of a step with more requests interim results come less often, as each one sorts them and says less that is new. */
    private static final long OFTEN_REQUESTS = 10_000;

    private static final Duration MAX_INTERIM = Duration.ofMinutes(1);

    private final StepSources sources;
    private final StepOutput output;
    private final ScrapeGracePeriod wait;
    private final long nowMillis;

    public StepPublisher(StepSources sources, StepOutput output, long nowMillis) {
        this.sources = sources;
        this.output = output;
        this.nowMillis = nowMillis;
        this.wait = new ScrapeGracePeriod(
                sources.windows().signals(), sources.windows().lanes(), nowMillis);
    }

    public void publish() {
        sources.steps().steps().forEach((number, step) -> {
            if (isDefined(number)) {
                publishIfDue(number, step);
            }
        });
    }

    /** Before its definition is read, a step has no target and no load, which are part of what its result is stored under. */
    private boolean isDefined(int number) {
        return sources.windows().definitions().step(number).isPresent();
    }

    private void publishIfDue(int number, StepAccumulator step) {
        Completeness completeness = completeness(number);
        if (isDue(step, completeness, nowMillis)) {
            output.step(StepResults.of(step, context(number), completeness));
            step.markPublished(nowMillis, completeness.finality());
        }
        sources.steps().targetsOf(number).forEach((target, served) -> {
            if (isDue(served, completeness, nowMillis)) {
                output.step(StepResults.ofTarget(target, served, context(number), completeness));
                served.markPublished(nowMillis, completeness.finality());
            }
        });
        sources.steps()
                .segmentsOf(number)
                .ifPresent(segments ->
                        new SegmentPublisher(sources, output, number, nowMillis).publish(segments, completeness));
    }

    /** Whether a result is to go out now. */
    static boolean isDue(StepAccumulator step, Completeness completeness, long nowMillis) {
        boolean tooSoon = !completeness.isOver() && isTooSoon(step, nowMillis - step.publishedMillis());
        return !tooSoon && step.isResultDue(completeness.finality());
    }

    /** An interim result that says next to nothing new can wait for a minute. */
    private static boolean isTooSoon(StepAccumulator step, long passedMillis) {
        return passedMillis < interimMillis(step) || (passedMillis < MAX_INTERIM.toMillis() && !step.hasGrown());
    }

    private static long interimMillis(StepAccumulator step) {
        double longer = Math.max(1, step.requests() / (double) OFTEN_REQUESTS);
        return Math.min(MAX_INTERIM.toMillis(), Math.round(INTERIM.toMillis() * longer));
    }

    private StepContext context(int number) {
        return new StepContext(
                new StepContext.Where(sources.windows().run(), number, OptionalInt.empty()),
                sources.windows().definitions().run(),
                sources.windows().definitions().step(number),
                new StepContext.Context(
                        sources.windows().definitions().objectives(),
                        objective -> sources.standings().of(number, objective),
                        sources.windows().signals().scrapes()));
    }

    private Completeness completeness(int number) {
        boolean over = sources.windows()
                .definitions()
                .step(number)
                .filter(this::isComplete)
                .isPresent();
        return Completeness.of(over, missing(number));
    }

    private long missing(int number) {
        return sources.windows()
                .definitions()
                .step(number)
                .map(state -> sources.windows()
                        .lanes()
                        .missing(
                                state.getStarted().getEpochSecond(),
                                state.getEnded() == null
                                        ? Long.MAX_VALUE
                                        : state.getEnded().getEpochSecond() + 1))
                .orElse(0L);
    }

    /**
     * What its lanes announced is counted, or was waited for long enough; windows up to its end come first where lanes announce seconds,
     * and what the server reported of it.
     */
    private boolean isComplete(StepState state) {
        Instant ended = state.getEnded();
        return ended != null && isCounted(state) && isSettled(ended) && isJoined(state, ended);
    }

    private boolean isJoined(StepState state, Instant ended) {
        Instant until = state.getMeasureUntil() == null ? ended : state.getMeasureUntil();
        return wait.isSatisfied(state.getTarget(), ClientTimestamps.micros(until));
    }

    private boolean isCounted(StepState state) {
        long ended = Objects.requireNonNull(state.getEnded()).getEpochSecond();
        return state.getRequestsByLane().entrySet().stream()
                .allMatch(lane ->
                        sources.windows().lanes().requestsOfStep(lane.getKey(), state.getStep()) >= lane.getValue()
                                || sources.windows().lanes().isOver(lane.getKey(), ended, nowMillis));
    }

    private boolean isSettled(Instant ended) {
        long lastEnd =
                Math.min(ended.getEpochSecond(), sources.windows().lastSecond().orElse(0) + 1);
        return !sources.windows().lanes().anyAnnounces()
                || sources.windows().emission().settled() >= lastEnd;
    }
}
