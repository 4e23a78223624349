package io.tidemark.bench.tune;

import io.tidemark.analysis.tune.ChallengerVerdict;
import io.tidemark.analysis.tune.FinalStage;
import io.tidemark.analysis.tune.NextTrial;
import io.tidemark.analysis.tune.TrialLengths;
import io.tidemark.analysis.tune.Tune;
import io.tidemark.analysis.tune.TuneObjective;
import io.tidemark.analysis.tune.TuneSettings;
import io.tidemark.analysis.tune.TuneVerdict;
import io.tidemark.events.LoadKind;
import java.util.Optional;

/** The product's tuner on starts of any kind. */
record TunerRun(TrialLengths lengths, FinalStage finals, double budgetSeconds) {
    /** With a fifth of brute force's time, and all else as where a plan says nothing. */
    static TunerRun asShipped(MeasuredSpace space) {
        double budget = space.budgetSeconds();
        return new TunerRun(TrialLengths.DEFAULT, FinalStage.ofBudget(2, 5, 1, budget, Machine.START_SECONDS), budget);
    }

    Found run(MeasuredSpace space, Starts starts, long seed) {
        return found(tuned(space, starts, seed), space);
    }

    private Tune tuned(MeasuredSpace space, Starts starts, long seed) {
        TuneSettings settings = new TuneSettings(
                TuneObjective.heldLoad(LoadKind.RATE), budgetSeconds, seed, lengths, finals, Machine.START_SECONDS);
        Tune tune = Tune.begin(settings, space.candidates());
        while (tune.next() instanceof NextTrial.Start next) {
            tune = tune.with(starts.start(next.request()));
        }
        return tune;
    }

    private static Found found(Tune tune, MeasuredSpace space) {
        Optional<TuneVerdict> verdict = tune.verdict();
        Optional<ChallengerVerdict> tuned = verdict.flatMap(TuneVerdict::tuned);
        return new Found(
                verdict.map(TuneVerdict::recommended).orElse(space.standard()),
                tuned.isPresent(),
                tune.spentSeconds(),
                tune.results().size(),
                tuned.map(it -> new Found.Range(it.low().orElse(0), it.high().orElse(Double.POSITIVE_INFINITY))));
    }
}
