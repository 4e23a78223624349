package io.tidemark.producer.plan.read;

import java.util.List;
import java.util.Optional;

/**
 * What a command line says about a plan file.
 *
 * @param scenario which one of the file's; empty for all of them, or for a file that is one plan
 * @param overrides each {@code path=value}
 */
public record PlanFileOptions(Optional<String> scenario, List<String> overrides) {
    /** The file as it is. */
    public static final PlanFileOptions AS_IT_IS = new PlanFileOptions(Optional.empty(), List.of());

    public PlanFileOptions {
        overrides = List.copyOf(overrides);
    }
}
