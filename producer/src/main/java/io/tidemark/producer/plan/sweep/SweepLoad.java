package io.tidemark.producer.plan.sweep;

import io.tidemark.producer.plan.PhaseLoad;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One load that combinations are measured under.
 *
 * @param name given to it; empty: one is made from its parameters
 * @param parameters by canonical name
 * @param load empty: that of the plan
 */
record SweepLoad(String name, Map<String, String> parameters, Optional<PhaseLoad> load) {
    static final SweepLoad OF_PLAN = new SweepLoad("", Map.of(), Optional.empty());

    SweepLoad {
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
    }
}
