package io.tidemark.app.run.virtualtime;

import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.schemas.Team;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.http.server.SimulatorOptions;
import java.util.List;

/**
 * What to run in virtual time.
 *
 * @param servers one for each target of the plan, in their order; a single one stands for each of them
 */
public record VirtualRunRequest(Plan plan, PhasePlan phase, List<Server> servers, Team team, RunIdentity identity) {
    public VirtualRunRequest {
        servers = List.copyOf(servers);
    }

    /** With a server like this for each target. */
    public VirtualRunRequest(Plan plan, PhasePlan phase, Server server, Team team, RunIdentity identity) {
        this(plan, phase, List.of(server), team, identity);
    }

    /**
     * The server to simulate.
     *
     * @param profile what it is called
     * @param extras its page's names, replicas and faults
     */
    public record Server(String profile, ServerConfig config, SimulatorOptions.Extras extras) {}

    /**
     * What its events name.
     *
     * @param runId a ULID; draws depend on it too
     * @param command the command that reproduces it
     */
    public record RunIdentity(String runId, String version, String command, boolean recordText) {}
}
