package io.tidemark.sinks.store.read.run;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What the answers of a run's model were worth in one task.
 *
 * @param task e.g. {@code gsm8k_cot}
 * @param metric e.g. {@code exact_match}
 * @param filter how answers were taken out of the text, e.g. {@code strict-match}; empty where there was none
 * @param value in the metric's own unit; shares are from 0 to 1
 * @param stderr standard error of the value
 * @param n samples it rests on
 * @param higherIsBetter empty where it is not known
 */
public record QualityRow(
        RunKey run,
        String task,
        String metric,
        String filter,
        double value,
        OptionalDouble stderr,
        OptionalLong n,
        Optional<Boolean> higherIsBetter) {}
