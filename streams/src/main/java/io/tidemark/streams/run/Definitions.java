package io.tidemark.streams.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What is known of a run from control: itself, its steps, its objectives. Runs are counted without. Not thread-safe. */
final class Definitions {
    private final Map<Integer, StepState> steps = new TreeMap<>();
    private final Map<String, ObjectiveState> objectives = new TreeMap<>();
    private Optional<RunState> run = Optional.empty();

    /** Takes the newest state of a thing. */
    void apply(ControlEvent event) {
        if (event.getState() instanceof RunState state) {
            run = Optional.of(state);
        } else if (event.getState() instanceof StepState state) {
            steps.put(state.getStep(), state);
        } else if (event.getState() instanceof SloState state && state.getRemoved()) {
            objectives.remove(state.getObjective().getName());
        } else if (event.getState() instanceof SloState state) {
            objectives.put(state.getObjective().getName(), state.getObjective());
        }
    }

    /** Name of the thing that a control event is about, unique in its run. */
    static String name(ControlEvent event) {
        if (event.getState() instanceof StepState state) {
            return "step/" + state.getStep();
        }
        if (event.getState() instanceof SloState state) {
            return "slo/" + state.getObjective().getName();
        }
        return "run";
    }

    Optional<RunState> run() {
        return run;
    }

    Optional<StepState> step(int step) {
        return Optional.ofNullable(steps.get(step));
    }

    Collection<ObjectiveState> objectives() {
        return Collections.unmodifiableCollection(objectives.values());
    }

    boolean ended() {
        return run.map(RunState::getEnded).isPresent();
    }

    /** Whether a step is over: it ended, or its run did. */
    boolean ended(int step) {
        return ended() || step(step).map(StepState::getEnded).isPresent();
    }
}
