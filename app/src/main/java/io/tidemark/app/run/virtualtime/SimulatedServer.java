package io.tidemark.app.run.virtualtime;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.http.server.SimulatorOptions;

/**
 * A server to simulate.
 *
 * @param profile what its configuration is called
 * @param extras names on its page, replicas and faults
 */
public record SimulatedServer(String profile, ServerConfig config, SimulatorOptions.Extras extras) {}
