package io.tidemark.servers;

import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.servers.probe.WarmUpRequest;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One start of a server.
 *
 * @param phase name of the configuration
 * @param flags of the phase, put over those of the server's plan
 * @param target that it serves: its host and port are those of the placeholders
 * @param warmUp how the requests of the warm-up ask
 * @param headers sent with every question, such as the one with the API key; values are masked in the log
 * @param logs folder of the log files, made if missing
 */
public record ServerStartRequest(
        ServerPlan server,
        String phase,
        Map<String, String> flags,
        TargetPlan target,
        WarmUpRequest warmUp,
        Map<String, String> headers,
        Path logs) {
    public ServerStartRequest {
        flags = Collections.unmodifiableMap(new LinkedHashMap<>(flags));
        headers = Map.copyOf(headers);
    }

    /**
     * The start of a phase's server.
     *
     * @throws IllegalArgumentException if the phase has none
     */
    public static ServerStartRequest of(
            Plan plan, PhasePlan phase, TargetPlan target, Map<String, String> headers, Path logs) {
        ServerPlan server = phase.server()
                .orElseThrow(() -> new IllegalArgumentException("phase " + phase.name() + " has no server"));
        return new ServerStartRequest(
                server, phase.name(), phase.flags(), target, WarmUpRequest.of(plan.forPhase(phase)), headers, logs);
    }

    /** The same with other flags, such as those of a sweep's combination. */
    public ServerStartRequest withFlags(String name, Map<String, String> other) {
        return new ServerStartRequest(server, name, other, target, warmUp, headers, logs);
    }
}
