package io.tidemark.streams.run;

import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.streams.windows.PublishedWindows;

/** Where a run's results go. */
interface RunOutput {
    void window(WindowStats window);

    /** A settled window was summed again to less than it held; what it said stays. */
    void windowNotReplaced(WindowStats refused, PublishedWindows.WindowSummary kept);

    void breach(SloBreach breach);

    void step(StepResult result);
}
