package io.tidemark.schemas;

/** The number of a step in outputs and options, from 1. Events, the store and the raw archive hold its index, from 0. Stateless. */
public final class StepNumber {
    private StepNumber() {}

    /** The number of the step at an index. */
    public static int of(int index) {
        return index + 1;
    }

    /** The index of the step with a number. */
    public static int index(int number) {
        return number - 1;
    }
}
