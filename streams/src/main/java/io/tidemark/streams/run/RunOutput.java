package io.tidemark.streams.run;

import io.tidemark.streams.breaches.BreachOutput;
import io.tidemark.streams.steps.StepOutput;
import io.tidemark.streams.windows.WindowOutput;

/** Where a run's results go. */
interface RunOutput extends WindowOutput, BreachOutput, StepOutput {}
