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
    private static final double HOUR = 3_600;
    /** The resolution of two decimals of an hour. */
    private static final double SHOWN_SECONDS = 36;

    public TuneSettings {
        if (!(startSeconds >= 0)) {
            throw new IllegalArgumentException("a start must take >= 0 s but was " + startSeconds);
        }
        double least = finals.totalSeconds(startSeconds)
                + 2 * startSeconds
                + lengths.ofMeasurement(1)
                + lengths.shortSeconds();
        if (!(budgetSeconds >= least)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "the budget must be %.2f h or more, for the default, one candidate and the final stage, but was %.2f h",
                    Math.ceil(least / SHOWN_SECONDS) * SHOWN_SECONDS / HOUR,
                    budgetSeconds / HOUR));
        }
    }
}
