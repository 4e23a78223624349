package io.tidemark.streams.run;

/** What a run does once a second: windows first, then what rests on them. */
final class RunTick {
    private final RunBook book;
    private final RunOutput output;

    RunTick(RunBook book, RunOutput output) {
        this.book = book;
        this.output = output;
    }

    void at(long nowMillis) {
        new RunAdvance(book, output).to(nowMillis);
        new AlarmWatch(book, output, nowMillis).look();
        new StepPublishing(book, output).publish(nowMillis);
    }
}
