package io.tidemark.servers.recipe;

import io.tidemark.producer.client.TargetEndpoint;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.servers.flags.FlagSet;
import java.util.Map;

/**
 * What a recipe is filled with.
 *
 * @param environment resolved, secrets in plain text
 * @param variables of {@code ${env.NAME}}: those of this process with the server's own over them
 */
public record StartContext(
        String startId,
        ServerPlan server,
        String phase,
        FlagSet flags,
        TargetPlan target,
        Map<String, String> environment,
        Map<String, String> variables) {
    public StartContext {
        environment = Map.copyOf(environment);
        variables = Map.copyOf(variables);
    }

    /** The value of a placeholder, by the name within its braces. */
    public String placeholder(String name) {
        return switch (name) {
            case "host" -> endpoint().host();
            case "port" -> String.valueOf(endpoint().port());
            case "model" -> target.model();
            case "phase" -> phase;
            default -> variables.getOrDefault(name.substring("env.".length()), "");
        };
    }

    private TargetEndpoint endpoint() {
        return TargetEndpoint.of(target.url());
    }
}
