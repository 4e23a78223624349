package io.tidemark.importers.result;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A task's figure: of which metric, by which filter (empty: none), its value, standard error and number of samples. */
public record ImportedQuality(
        String task,
        String metric,
        String filter,
        double value,
        OptionalDouble stderr,
        OptionalLong n,
        Optional<Boolean> higherIsBetter) {}
