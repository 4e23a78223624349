package io.tidemark.app.run;

import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.schemas.Team;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.http.SimulatorOptions;

/** What to run in virtual time. */
public record VirtualRequest(Plan plan, PhasePlan phase, Server server, Team team, Named named) {
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
    public record Named(String runId, String version, String command, boolean recordText) {}
}
