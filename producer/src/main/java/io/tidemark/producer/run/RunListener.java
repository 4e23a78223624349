package io.tidemark.producer.run;

/** Told how a run goes, on the thread that executes it. */
public interface RunListener {
    /** Each second while a step runs, and once when it has ended. */
    default void progress(RunProgress progress) {}

    default void stepEnded(StepSummary summary) {}

    /** Hears nothing. */
    static RunListener silent() {
        return new RunListener() {};
    }
}
