package io.tidemark.streams.run;

import io.tidemark.streams.breaches.BreachDetector;
import io.tidemark.streams.steps.StepPublisher;
import io.tidemark.streams.windows.TickBudget;
import io.tidemark.streams.windows.WindowEmission;

/** What a run does once a second: windows first, then what rests on them. */
final class RunTick {
    private final TrackedRun tracked;
    private final RunOutput output;

    private final TickBudget budget;

    RunTick(TrackedRun tracked, RunOutput output, TickBudget budget) {
        this.tracked = tracked;
        this.output = output;
        this.budget = budget;
    }

    /** Returns whether there is more to do at once. */
    boolean advance(long nowMillis) {
        tracked.settleLanes(nowMillis);
        boolean more = new WindowEmission(tracked.windows(), output, budget).advanceTo(nowMillis);
        new BreachDetector(tracked.breaches(), output, nowMillis).evaluate();
        new StepPublisher(tracked.stepSources(), output, nowMillis).publish();
        return more;
    }
}
