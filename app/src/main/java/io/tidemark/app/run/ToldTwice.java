package io.tidemark.app.run;

import io.tidemark.producer.run.FirstAnswer;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.run.RunProgress;
import io.tidemark.producer.run.RunPrompts;
import io.tidemark.producer.run.StepSummary;
import io.tidemark.producer.run.TargetSilence;
import io.tidemark.producer.scrape.DeclaredFlags;
import java.util.Optional;

/** Tells two; the second decides whether enough was seen. */
record ToldTwice(RunListener first, RunListener second) implements RunListener {
    @Override
    public void progress(RunProgress progress) {
        first.progress(progress);
        second.progress(progress);
    }

    @Override
    public void prepared(RunPrompts prompts) {
        first.prepared(prompts);
        second.prepared(prompts);
    }

    @Override
    public void flagsChecked(DeclaredFlags flags) {
        first.flagsChecked(flags);
        second.flagsChecked(flags);
    }

    @Override
    public void firstAnswer(FirstAnswer answer) {
        first.firstAnswer(answer);
        second.firstAnswer(answer);
    }

    @Override
    public void targetSilent(TargetSilence silence) {
        first.targetSilent(silence);
        second.targetSilent(silence);
    }

    @Override
    public void stepEnded(StepSummary summary) {
        first.stepEnded(summary);
        second.stepEnded(summary);
    }

    @Override
    public Optional<String> seenEnough() {
        return second.seenEnough();
    }
}
