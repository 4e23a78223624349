package io.tidemark.streams.steps;

/** What has a result of its own. */
sealed interface ResultPlace {
    int step();

    /** A whole step. */
    record OfStep(int step) implements ResultPlace {}

    /** What one of several targets served of a step. */
    record OfTarget(int step, String target) implements ResultPlace {}

    /** A segment of a step. */
    record OfSegment(int step, int segment) implements ResultPlace {}
}
