package io.tidemark.streams.flow;

/** How many parts a run may have. Numbers beyond are no plan's: they would only fill what is kept for each of them. */
public final class RunParts {
    public static final int MOST_STEPS = 10_000;

    /** Of a step; ten days of the shortest segments that are of any use. */
    public static final int MOST_SEGMENTS = 100_000;

    private RunParts() {}

    /** @throws Implausible naming the field, its value and the rule */
    public static void requireStep(String field, int step) {
        requireBelow(field, step, MOST_STEPS);
    }

    /** @throws Implausible naming the field, its value and the rule */
    public static void requireSegment(String field, int segment) {
        requireBelow(field, segment, MOST_SEGMENTS);
    }

    private static void requireBelow(String field, int number, int most) {
        if (number < 0 || number >= most) {
            throw new Implausible(field + " must be in [0, " + most + ") but was " + number);
        }
    }
}
