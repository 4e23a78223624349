package io.tidemark.streams.validation;

/** How many parts a run may have. Numbers beyond are no plan's: they would only fill what is kept for each of them. */
public final class StepLimits {
    public static final int MAX_STEPS = 10_000;

    /** Of a step; ten days of the shortest segments that are of any use. */
    public static final int MAX_SEGMENTS = 100_000;

    private StepLimits() {}

    /** @throws InvalidEventException naming the field, its value and the rule */
    public static void requireStep(String field, int step) {
        requireBelow(field, step, MAX_STEPS);
    }

    /** @throws InvalidEventException naming the field, its value and the rule */
    public static void requireSegment(String field, int segment) {
        requireBelow(field, segment, MAX_SEGMENTS);
    }

    private static void requireBelow(String field, int number, int most) {
        if (number < 0 || number >= most) {
            throw new InvalidEventException(field + " must be in [0, " + most + ") but was " + number);
        }
    }
}
