package io.tidemark.streams.steps;

import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.StepState;
import io.tidemark.streams.signals.ScrapeHistory;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** What a step's result shows beside its requests; definitions may be unknown. */
public record StepContext(Where where, Optional<RunState> run, Optional<StepState> state, Context beside) {
    /** The step's place; {@code segment} is empty for the whole step. */
    public record Where(String run, int step, OptionalInt segment) {}

    /** The part of the run's time that the result is of; an open end is not known yet. */
    Optional<Span> span() {
        return where.segment().isPresent()
                ? state.flatMap(known -> SegmentSpan.of(known, where.segment().getAsInt()))
                        .map(found -> new Span(found.from(), Optional.of(found.until())))
                : state.map(known -> new Span(known.getMeasureFrom(), Optional.ofNullable(known.getMeasureUntil())));
    }

    /** The part of a span that was measured: a run may end before the planned end. */
    Span measured(Span span) {
        Optional<Instant> ended = run.map(RunState::getEnded);
        return new Span(
                span.from(),
                span.until().map(until -> ended.filter(until::isAfter).orElse(until)));
    }

    /** A part of a run's time. */
    record Span(Instant from, Optional<Instant> until) {
        /** What a definition ends before it begins is empty. */
        Span {
            until = until.map(end -> end.isBefore(from) ? from : end);
        }
    }

    /** What it is judged by and joined with; {@code standings} gives the standing of an objective. */
    public record Context(
            Collection<ObjectiveState> objectives,
            Function<ObjectiveState, ObjectiveStatus> standings,
            ScrapeHistory samples) {
        public Context {
            objectives = List.copyOf(objectives);
        }
    }
}
