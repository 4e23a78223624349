package io.tidemark.streams.control;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What is known of a run from control: itself, its steps, its objectives. Runs are counted without. Not thread-safe. */
public final class RunDefinitions {
    private final Map<Integer, StepState> steps = new TreeMap<>();
    private final ObjectiveVersions objectives = new ObjectiveVersions();
    private Optional<RunState> run = Optional.empty();

    /**
     * Takes the newest state of a thing.
     *
     * @param judgedFrom second before which nothing is judged again
     * @return what is to be kept of it; nothing if it changes nothing
     */
    public Optional<ControlEvent> apply(ControlEvent event, long judgedFrom) {
        if (event.getState() instanceof SloState state) {
            return objectives
                    .apply(state, judgedFrom)
                    .map(applied ->
                            ControlEvent.newBuilder(event).setState(applied).build());
        }
        restore(event);
        return Optional.of(event);
    }

    /** Puts back what was kept. */
    public void restore(ControlEvent event) {
        if (event.getState() instanceof RunState state) {
            run = Optional.of(state);
        } else if (event.getState() instanceof StepState state) {
            steps.put(state.getStep(), state);
        } else if (event.getState() instanceof SloState state) {
            objectives.restore(state);
        }
    }

    /** Name of the thing that a control event is about, unique in its run. */
    public static String name(ControlEvent event) {
        if (event.getState() instanceof StepState state) {
            return "step/" + state.getStep();
        }
        if (event.getState() instanceof SloState state) {
            return name(state);
        }
        return "run";
    }

    /** Name of a version of an objective. */
    public static String name(SloState state) {
        return "slo/" + state.getChanged().getEpochSecond() + "/"
                + state.getObjective().getName();
    }

    /** The objectives as they applied in event time. */
    public ObjectiveVersions objectiveVersions() {
        return objectives;
    }

    public Optional<RunState> run() {
        return run;
    }

    public Optional<StepState> step(int step) {
        return Optional.ofNullable(steps.get(step));
    }

    /** The objectives that apply now. */
    public Collection<ObjectiveState> objectives() {
        return objectives.current();
    }

    public boolean hasEnded() {
        return run.map(RunState::getEnded).isPresent();
    }

    /** Whether a step is over: it ended, or its run did. */
    boolean hasEnded(int step) {
        return hasEnded() || step(step).map(StepState::getEnded).isPresent();
    }
}
