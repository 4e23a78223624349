package io.tidemark.producer.plan;

import java.util.List;
import java.util.Optional;

/**
 * What a command line says about a plan file.
 *
 * @param scenario which one of the file's; empty for all of them, or for a file that is one plan
 * @param overrides each {@code path=value}
 */
public record PlanChoice(Optional<String> scenario, List<String> overrides) {
    /** The file as it is. */
    public static final PlanChoice AS_IT_IS = new PlanChoice(Optional.empty(), List.of());

    public PlanChoice {
        overrides = List.copyOf(overrides);
    }
}
