package io.tidemark.producer.run;

import io.tidemark.producer.conversation.RunPrompts;
import io.tidemark.producer.scrape.FlagCheck;
import io.tidemark.producer.tally.RunProgress;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.producer.tally.TargetOutage;
import java.util.Optional;

/** Is notified of the progress of a run, on the thread that executes it. */
public interface RunListener {
    /** Before the run: does what {@link #progress} does but for its effects, so that no class is loaded for it while the lane measures. */
    default void warmUp(RunProgress progress) {}

    /** Each second while a step runs, and once when it has ended. */
    default void progress(RunProgress progress) {}

    /** Before anything is sent: by what lengths are aimed, and what is to be known of the workload. */
    default void promptsPrepared(RunPrompts prompts) {}

    /** The phase declares flags, and they were held against what the server says of itself. */
    default void flagsChecked(FlagCheck flags) {}

    /** The server says that it is not ready for the request that is sent alone before the first step, which is sent again. */
    default void firstRequestRefused(String answer) {}

    /** The request that was sent alone before the first step. */
    default void firstRequestEnded(FirstRequestResult answer) {}

    /** The target stopped answering, or answers again. */
    default void targetOutage(TargetOutage silence) {}

    default void stepEnded(StepSummary summary) {}

    /** The last request has ended; its events are not all published yet. */
    default void loadEnded() throws InterruptedException {}

    /**
     * Why the step that runs may end now, before its plan says so; empty: it goes on. Asked after each {@link #progress}. Nothing more becomes
     * due then, what is in flight is waited for, and the reason is among the step's flags.
     */
    default Optional<String> earlyStopReason() {
        return Optional.empty();
    }

    /** Hears nothing. */
    static RunListener silent() {
        return new RunListener() {};
    }
}
