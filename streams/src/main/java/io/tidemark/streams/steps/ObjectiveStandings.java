package io.tidemark.streams.steps;

import io.tidemark.events.ObjectiveState;

/** Where the objectives of a run stand, by step. */
@FunctionalInterface
public interface ObjectiveStandings {
    ObjectiveStatus of(int step, ObjectiveState objective);
}
