package io.tidemark.streams.run;

/** What a run does once a second: windows first, then what rests on them. */
final class RunTick {
    private final RunBook book;
    private final RunOutput output;

    private final TickBudget budget;

    RunTick(RunBook book, RunOutput output, TickBudget budget) {
        this.book = book;
        this.output = output;
        this.budget = budget;
    }

    /** Returns whether there is more to do at once. */
    boolean at(long nowMillis) {
        boolean more = new RunAdvance(book, output, budget).to(nowMillis);
        new AlarmWatch(book, output, nowMillis).look();
        new StepPublishing(book, output, nowMillis).publish();
        return more;
    }
}
