package io.tidemark.streams.run;

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
        boolean more = new WindowEmission(book, output, budget).advanceTo(nowMillis);
        new BreachDetector(book, output, nowMillis).evaluate();
        new StepPublisher(book, output, nowMillis).publish();
        return more;
    }
}
