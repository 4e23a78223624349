package io.tidemark.producer.plan;

import java.util.Map;

/**
 * One server configuration under test.
 *
 * @param flags the server flags it declares, for the record; nothing sets them
 */
public record PhasePlan(String name, Map<String, String> flags) {
    public PhasePlan {
        flags = Map.copyOf(flags);
    }
}
