package io.tidemark.streams.steps;

import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.streams.signals.ScrapeGracePeriod;
import io.tidemark.streams.validation.ClientTimestamps;
import io.tidemark.streams.windows.RunWindows;
import io.tidemark.streams.windows.TickBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * Publishes the results of steps, of what each of several targets served of them and of their segments: from time to time while they run, and for good
 * once everything announced has been counted. It goes on where its budget ended.
 */
public final class StepPublisher {
    private static final Duration INTERIM = Duration.ofSeconds(5);

    /** Of a step with more requests interim results come less often, as each one sorts them and says less that is new. */
    private static final long OFTEN_REQUESTS = 10_000;

    private static final Duration MAX_INTERIM = Duration.ofMinutes(1);

    /** Of the budget, to make a result, for each objective and each source of samples; and how many requests that are sorted cost one. */
    private static final int RESULT = 20;

    private static final int REQUESTS = 5;

    /** Lanes that are asked for one of the budget, and those of which events are missing. */
    private static final int LANES = 50;

    private static final int LACKING = 5;

    private final StepSources sources;
    private final StepOutput output;
    private final TickBudget budget;
    private final ScrapeGracePeriod wait;
    private final long nowMillis;
    private final boolean anyAnnounces;
    private final long lastEnd;

    /** @param budget in results that are looked at */
    public StepPublisher(StepSources sources, StepOutput output, TickBudget budget, long nowMillis) {
        this.sources = sources;
        this.output = output;
        this.budget = budget;
        this.nowMillis = nowMillis;
        this.wait = new ScrapeGracePeriod(
                sources.windows().signals(), sources.windows().lanes(), nowMillis);
        this.anyAnnounces = sources.windows().lanes().anyAnnounces();
        this.lastEnd = sources.windows().lastSecond().orElse(0) + 1;
    }

    /** A step whose results are looked at. */
    private record Looked(int number, Completeness completeness, StepSegments segments) {}

    /** Returns whether there is more to do at once: the budget ended first. */
    public boolean publish() {
        Iterator<ResultPlace> places = sources.steps().places();
        Optional<Looked> looked = Optional.empty();
        while (places.hasNext()) {
            if (budget.isSpent()) {
                return true;
            }
            ResultPlace place = places.next();
            Looked step = looked.filter(same -> same.number == place.step()).orElseGet(() -> look(place.step()));
            publish(place, step);
            looked = Optional.of(step);
        }
        return false;
    }

    private Looked look(int number) {
        int named = sources.windows()
                .definitions()
                .step(number)
                .map(state -> state.getRequestsByLane().size())
                .orElse(0);
        budget.spend((named + sources.windows().lanes().size()) / LANES);
        return new Looked(number, completeness(number), new StepSegments(sources.windows(), wait, number));
    }

    private void publish(ResultPlace place, Looked step) {
        budget.spend(1 + sources.windows().lanes().lacking() / LACKING);
        if (place instanceof ResultPlace.OfSegment segment) {
            publish(segment, step);
        } else if (place instanceof ResultPlace.OfTarget target) {
            Optional.ofNullable(sources.steps().targetsOf(step.number).get(target.target()))
                    .ifPresent(served -> publishIfDue(
                            served,
                            step.completeness,
                            () -> StepResults.ofTarget(
                                    target.target(), served, context(step.number), step.completeness)));
        } else {
            StepAccumulator whole = sources.steps().step(step.number);
            publishIfDue(
                    whole, step.completeness, () -> StepResults.of(whole, context(step.number), step.completeness));
        }
    }

    /** One that no more can come for is kept for as long as late data can come, and is then dropped. */
    private void publish(ResultPlace.OfSegment place, Looked step) {
        SegmentAccumulators cut = sources.steps().segments(step.number);
        Optional.ofNullable(cut.accumulators().get(place.segment())).ifPresent(segment -> {
            Completeness completeness = step.segments.completeness(place.segment(), step.completeness);
            publishIfDue(
                    segment,
                    completeness,
                    () -> StepResults.of(segment, step.segments.context(place.segment()), completeness));
            if (completeness.isOver() && step.segments.isExpired(place.segment())) {
                cut.evictFirst(place.segment());
            }
        });
    }

    private void publishIfDue(StepAccumulator accumulator, Completeness completeness, Supplier<StepResult> result) {
        if (!isDue(accumulator, completeness, nowMillis)) {
            return;
        }
        int shown = sources.windows().definitions().objectiveVersions().size()
                + sources.windows().signals().scrapes().size();
        budget.spend(RESULT * (1 + shown) + accumulator.columns().rows() / REQUESTS);
        output.step(result.get());
        accumulator.markPublished(nowMillis, completeness.finality());
    }

    /** Whether a result is to go out now. */
    private static boolean isDue(StepAccumulator step, Completeness completeness, long nowMillis) {
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
        return !anyAnnounces || sources.windows().emission().settled() >= Math.min(ended.getEpochSecond(), lastEnd);
    }

    /**
     * The segments of a step at one moment: one is complete once every lane has announced that it is over and all of it has been counted, and expires once no
     * late data can come.
     */
    static final class StepSegments {
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
}
