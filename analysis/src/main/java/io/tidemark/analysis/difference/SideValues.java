package io.tidemark.analysis.difference;

import java.util.List;

/**
 * One side's answers to one question, a value per run.
 *
 * @param runs their ids, as ordered as {@code values}
 * @param mean geometric mean of the values where changes are relative (and none is 0 or less), else their mean
 */
public record SideValues(List<String> runs, List<Double> values, double mean, long count) {
    public SideValues {
        runs = List.copyOf(runs);
        values = List.copyOf(values);
    }
}
