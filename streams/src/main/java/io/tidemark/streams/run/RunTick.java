package io.tidemark.streams.run;

import io.tidemark.streams.breaches.BreachDetector;
import io.tidemark.streams.steps.StepPublisher;
import io.tidemark.streams.windows.TickBudget;
import io.tidemark.streams.windows.WindowEmission;

/** What a run does once a second: windows first, then what rests on them. */
final class RunTick {
    private final TrackedRun book;
    private final RunOutput output;

    private final TickBudget budget;

    RunTick(TrackedRun book, RunOutput output, TickBudget budget) {
        this.book = book;
        this.output = output;
        this.budget = budget;
    }

    /** Returns whether there is more to do at once. */
    boolean advance(long nowMillis) {
        book.settleLanes(nowMillis);
        boolean more = new WindowEmission(book.windows(), output, budget).advanceTo(nowMillis);
        new BreachDetector(book.breaches(), output, nowMillis).evaluate();
        new StepPublisher(book.stepSources(), output, nowMillis).publish();
        return more;
    }
}
