package io.tidemark.producer.plan;

import io.tidemark.producer.plan.server.AfterCommand;
import io.tidemark.producer.plan.server.ServerPlan;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
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
 * @param after commands that are run after its load, in their order, while its server still runs
 */
public record PhasePlan(
        String name,
        Map<String, String> flags,
        Optional<ServerPlan> server,
        Optional<Balance> balance,
        Optional<PhaseLoad> load,
        List<AfterCommand> after) {
    public PhasePlan {
        flags = Collections.unmodifiableMap(new LinkedHashMap<>(flags));
        after = List.copyOf(after);
    }

    /** One whose server nothing starts, under the plan's own load. */
    public PhasePlan(String name, Map<String, String> flags) {
        this(name, flags, Optional.empty());
    }

    /** Under the plan's own load. */
    public PhasePlan(String name, Map<String, String> flags, Optional<ServerPlan> server) {
        this(name, flags, server, Optional.empty());
    }

    /** With the balance of the plan, and nothing after its load. */
    public PhasePlan(String name, Map<String, String> flags, Optional<ServerPlan> server, Optional<PhaseLoad> load) {
        this(name, flags, server, Optional.empty(), load, List.of());
    }

    /** The same on servers that are started so. */
    public PhasePlan withServer(Optional<ServerPlan> other) {
        return new PhasePlan(name, flags, other, balance, load, after);
    }

    /** The same with these commands after its load. */
    public PhasePlan withAfter(List<AfterCommand> other) {
        return new PhasePlan(name, flags, server, balance, load, other);
    }

    /** The same with its requests shared among several targets so; empty: as the plan says. */
    public PhasePlan withBalance(Optional<Balance> other) {
        return new PhasePlan(name, flags, server, other, load, after);
    }
}
