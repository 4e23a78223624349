package io.tidemark.streams.steps;

import io.tidemark.streams.windows.RunWindows;

/** What the results of a run's steps are made from. */
public record StepSources(RunSteps steps, RunWindows windows, ObjectiveStandings standings) {}
