package io.tidemark.producer.plan;

import java.util.Map;
import java.util.Optional;

/**
 * One server configuration under test.
 *
 * @param flags the server flags it declares; {@code default}: the flag is left out
 * @param load what its runs send where that is not the plan's own load
 */
public record PhasePlan(String name, Map<String, String> flags, Optional<PhaseLoad> load) {
    public PhasePlan {
        flags = Map.copyOf(flags);
    }

    /** Under the plan's own load. */
    public PhasePlan(String name, Map<String, String> flags) {
        this(name, flags, Optional.empty());
    }
}
