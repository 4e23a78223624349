package io.tidemark.streams.step;

import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.StepState;
import io.tidemark.streams.signal.Samples;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What a step's result shows beside its requests; definitions may be unknown. */
public record StepContext(Where where, Optional<RunState> run, Optional<StepState> state, Beside beside) {
    /** The step's place. */
    public record Where(String run, int step) {}

    /** What it is judged by and joined with; {@code standings} tells by name where an objective stands. */
    public record Beside(
            Collection<ObjectiveState> objectives, Function<String, ObjectiveStanding> standings, Samples samples) {
        public Beside {
            objectives = List.copyOf(objectives);
        }
    }
}
