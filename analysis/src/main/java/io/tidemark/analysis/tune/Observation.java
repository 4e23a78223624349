package io.tidemark.analysis.tune;

/** What was seen of one unknown, on the scale of the model. */
sealed interface Observation {
    /** Its value with the variance of its noise. */
    record Exact(double value, double variance) implements Observation {}

    /** What a bound was found to say, by the observations beside it: a value with a variance that already has all noise in it. */
    record Settled(double value, double variance) implements Observation {}

    /** That with noise of this variance it lies on one side of a bound. */
    record OneSided(double bound, double variance, boolean isAbove) implements Observation {}
}
