package io.tidemark.servers.recipe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.producer.plan.server.ServerRecipe.KubernetesDeployment;
import io.tidemark.servers.process.ToolOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks {@code kubectl} how a deployment is configured now. */
public final class DeploymentReader {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration AT_MOST = Duration.ofSeconds(30);

    private DeploymentReader() {}

    /** @throws IllegalArgumentException if there is no such deployment or container, in kubectl's words */
    public static RecipeScripts.RunningDeployment read(KubernetesDeployment deployment) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("kubectl"));
        if (!deployment.namespace().isEmpty()) {
            command.add("--namespace=" + deployment.namespace());
        }
        command.addAll(List.of("get", "deployment/" + deployment.deployment(), "--output=json"));
        ToolOutput output = ToolOutput.of(command, AT_MOST)
                .orElseThrow(() -> new IllegalArgumentException("kubectl is not there or does not answer"));
        if (output.status() != 0) {
            throw new IllegalArgumentException("kubectl get deployment " + deployment.deployment() + ": "
                    + output.text().strip());
        }
        try {
            return container(deployment, JSON.readTree(output.text()).at("/spec/template/spec/containers"));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("kubectl answered no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static RecipeScripts.RunningDeployment container(KubernetesDeployment deployment, JsonNode containers) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < containers.size(); i++) {
            JsonNode container = containers.get(i);
            String name = container.path("name").asText();
            names.add(name);
            if (deployment.container().isEmpty() || deployment.container().equals(name)) {
                List<String> arguments = new ArrayList<>();
                container.path("args").forEach(word -> arguments.add(word.asText()));
                JsonNode env = container.path("env");
                return new RecipeScripts.RunningDeployment(
                        i,
                        name,
                        container.has("args"),
                        arguments,
                        env.isArray() ? Optional.of(env.toString()) : Optional.empty());
            }
        }
        throw new IllegalArgumentException("deployment " + deployment.deployment() + " has no container \""
                + deployment.container() + "\"; it has " + String.join(", ", names));
    }
}
