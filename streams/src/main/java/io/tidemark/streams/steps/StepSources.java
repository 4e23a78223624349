package io.tidemark.streams.steps;

import io.tidemark.events.ObjectiveState;
import io.tidemark.streams.windows.RunWindows;

/** What the results of a run's steps are made from. */
public record StepSources(RunSteps steps, RunWindows windows, ObjectiveStandings standings) {

    /** Where the objectives of a run stand, by step. */
    @FunctionalInterface
    public interface ObjectiveStandings {
        ObjectiveStatus of(int step, ObjectiveState objective);
    }
}
