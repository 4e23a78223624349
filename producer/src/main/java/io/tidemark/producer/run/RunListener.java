package io.tidemark.producer.run;

import io.tidemark.producer.scrape.DeclaredFlags;
import java.util.Optional;

/** Told how a run goes, on the thread that executes it. */
public interface RunListener {
    /** Each second while a step runs, and once when it has ended. */
    default void progress(RunProgress progress) {}

    /** Before anything is sent: by what lengths are aimed, and what is to be known of the workload. */
    default void prepared(RunPrompts prompts) {}

    /** The phase declares flags, and they were held against what the server says of itself. */
    default void flagsChecked(DeclaredFlags flags) {}

    /** The request that was sent alone before the first step. */
    default void firstAnswer(FirstAnswer answer) {}

    /** The target stopped answering, or answers again. */
    default void targetSilent(TargetSilence silence) {}

    default void stepEnded(StepSummary summary) {}

    /**
     * Why the step that runs may end now, before its plan says so; empty: it goes on. Asked after each {@link #progress}. Nothing more becomes
     * due then, what is in flight is waited for, and the reason is among the step's flags.
     */
    default Optional<String> seenEnough() {
        return Optional.empty();
    }

    /** Hears nothing. */
    static RunListener silent() {
        return new RunListener() {};
    }
}
