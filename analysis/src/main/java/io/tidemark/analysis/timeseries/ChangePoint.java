package io.tidemark.analysis.timeseries;

/**
 * A place where a series changed.
 *
 * @param index of the first value after the change, from 1
 * @param before mean of the values since the change before it
 * @param after mean of the values until the next change
 * @param p chance of a split at least as clear if nothing had changed
 */
public record ChangePoint(int index, double before, double after, double p) {
    /** after / before - 1. */
    public double change() {
        return after / before - 1;
    }
}
