package io.tidemark.streams.run;

import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;

/** Where a run's results go. */
interface RunOutput {
    void window(WindowStats window);

    /** A settled window was summed again to less than it held; what it said stays. */
    void keptFigures(WindowStats refused, Written.Figures kept);

    void breach(SloBreach breach);

    void step(StepResult result);
}
