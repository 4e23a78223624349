package io.tidemark.analysis.tune;

import java.util.Locale;

/**
 * What a tuner is given.
 *
 * @param budgetSeconds server time of all starts together, start-up included
 * @param seed of the order of blocks and of ties
 * @param startSeconds that a start is expected to take before any was made: from the command until the server is ready and warm, and its stop
 */
public record TuneSettings(
        TuneObjective objective,
        double budgetSeconds,
        long seed,
        TrialLengths lengths,
        FinalStage finals,
        double startSeconds) {
    public TuneSettings {
        if (!(startSeconds >= 0)) {
            throw new IllegalArgumentException("a start must take 0 s or longer but was said to take " + startSeconds);
        }
        double least = finals.totalSeconds(startSeconds)
                + 2 * startSeconds
                + lengths.ofMeasurement(1)
                + lengths.shortSeconds();
        if (!(budgetSeconds >= least)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "the budget must be %.0f s or more, for the default, one candidate and the final stage, but was %.0f s",
                    Math.ceil(least),
                    budgetSeconds));
        }
    }
}
