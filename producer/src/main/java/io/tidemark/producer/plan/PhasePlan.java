package io.tidemark.producer.plan;

import io.tidemark.producer.plan.server.ServerPlan;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One server configuration under test.
 *
 * @param flags the server flags it declares, in the order of the file, mappings and lists as JSON; {@code default}: the flag is left out. With a
 *     server they are set on it; otherwise they are for the record and nothing sets them
 * @param server how its server is started; empty if nothing starts it
 * @param balance how its runs share their requests among several targets; empty: as the plan says
 * @param load what its runs send where that is not the plan's own load
 */
public record PhasePlan(
        String name,
        Map<String, String> flags,
        Optional<ServerPlan> server,
        Optional<Balance> balance,
        Optional<PhaseLoad> load) {
    public PhasePlan {
        flags = Collections.unmodifiableMap(new LinkedHashMap<>(flags));
    }

    /** One whose server nothing starts, under the plan's own load. */
    public PhasePlan(String name, Map<String, String> flags) {
        this(name, flags, Optional.empty());
    }

    /** Under the plan's own load. */
    public PhasePlan(String name, Map<String, String> flags, Optional<ServerPlan> server) {
        this(name, flags, server, Optional.empty());
    }

    /** With the balance of the plan. */
    public PhasePlan(String name, Map<String, String> flags, Optional<ServerPlan> server, Optional<PhaseLoad> load) {
        this(name, flags, server, Optional.empty(), load);
    }

    /** The same on servers that are started so. */
    public PhasePlan withServer(Optional<ServerPlan> other) {
        return new PhasePlan(name, flags, other, balance, load);
    }
}
