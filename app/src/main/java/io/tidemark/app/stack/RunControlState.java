package io.tidemark.app.stack;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.SloState;
import io.tidemark.events.VerdictBasis;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What control says of one run, as far as it was read: whether it is known, whether it ended, the objectives that it holds. Not thread-safe. */
public final class RunControlState {
    private final String run;
    private final Map<String, ObjectiveState> objectives = new TreeMap<>();
    private Optional<RunState> state = Optional.empty();

    public RunControlState(String run) {
        this.run = run;
    }

    /** Takes the next event; those of other runs say nothing. */
    public void apply(ControlEvent event) {
        if (event.getState() instanceof RunState started && started.getRun().equals(run)) {
            state = Optional.of(started);
        } else if (event.getState() instanceof SloState objective
                && objective.getRun().equals(run)) {
            apply(objective);
        }
    }

    private void apply(SloState objective) {
        String name = objective.getObjective().getName();
        if (objective.getRemoved()) {
            objectives.remove(name);
        } else {
            objectives.put(name, objective.getObjective());
        }
    }

    /** Whether the run has published a state. */
    public boolean isKnown() {
        return state.isPresent();
    }

    /** What the run reported of itself last; empty if it has not begun. */
    public Optional<RunState> run() {
        return state;
    }

    /** When the run ended; empty while it goes on. */
    public Optional<Instant> ended() {
        return state.map(RunState::getEnded);
    }

    /** In the order of their names. */
    public Set<String> names() {
        return objectives.keySet();
    }

    /** What a step's verdict on an objective of this run is about: as the plan has it. */
    public VerdictBasis verdictOn() {
        return objectives.values().stream()
                .map(ObjectiveState::getVerdictOn)
                .findFirst()
                .orElse(VerdictBasis.SUSTAINED);
    }

    public Optional<ObjectiveState> objective(String name) {
        return Optional.ofNullable(objectives.get(name));
    }
}
