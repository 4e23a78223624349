package io.tidemark.app.run;

import io.tidemark.producer.conversation.RunPrompts;
import io.tidemark.producer.record.RequestObserver;
import io.tidemark.producer.run.FirstRequestResult;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.scrape.FlagCheck;
import io.tidemark.producer.tally.RunProgress;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.producer.tally.TargetOutage;
import java.util.Optional;

/**
 * Who looks on at a run from beside it.
 *
 * @param watch sees every request and what becomes of it, on the lane's loop
 * @param listener notified of the progress of the run, and asked whether a step may end
 */
public record RunObservers(RequestObserver watch, RunListener listener) {
    /** No observer. */
    public static RunObservers none() {
        return watching(RequestObserver.none());
    }

    /** A watch alone. */
    public static RunObservers watching(RequestObserver watch) {
        return new RunObservers(watch, RunListener.silent());
    }

    /** Returns a listener that notifies both; only {@link #listener} can stop a step early. */
    public RunListener combinedWith(RunListener shown) {
        return new Both(shown, listener);
    }

    /** Notifies two listeners; only the second can stop a step early. */
    private record Both(RunListener first, RunListener second) implements RunListener {
        @Override
        public void warmUp(RunProgress progress) {
            first.warmUp(progress);
            second.warmUp(progress);
        }

        @Override
        public void progress(RunProgress progress) {
            first.progress(progress);
            second.progress(progress);
        }

        @Override
        public void promptsPrepared(RunPrompts prompts) {
            first.promptsPrepared(prompts);
            second.promptsPrepared(prompts);
        }

        @Override
        public void flagsChecked(FlagCheck flags) {
            first.flagsChecked(flags);
            second.flagsChecked(flags);
        }

        @Override
        public void firstRequestRefused(String answer) {
            first.firstRequestRefused(answer);
            second.firstRequestRefused(answer);
        }

        @Override
        public void firstRequestEnded(FirstRequestResult answer) {
            first.firstRequestEnded(answer);
            second.firstRequestEnded(answer);
        }

        @Override
        public void targetOutage(TargetOutage silence) {
            first.targetOutage(silence);
            second.targetOutage(silence);
        }

        @Override
        public void stepEnded(StepSummary summary) {
            first.stepEnded(summary);
            second.stepEnded(summary);
        }

        @Override
        public void loadEnded() throws InterruptedException {
            first.loadEnded();
            second.loadEnded();
        }

        @Override
        public Optional<String> earlyStopReason() {
            return second.earlyStopReason();
        }
    }
}
