package io.tidemark.simulator.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigException;
import io.tidemark.simulator.config.ServerConfigLoader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The configuration that a command line of {@code vllm serve} asks for. */
public final class VllmServeConfig {
    /** What is no key of a configuration, or is one under another name. */
    private static final Set<String> ELSEWHERE = Set.of("host", "port", "data-parallel-size", "served-model-name");

    /** How the message about a model of no profile begins. */
    static final String NO_MODEL = "no simulated server has the model ";

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE]-?\\d+)?|true|false");
    private static final JsonMapper JSON = new JsonMapper();

    private final ServerConfigLoader configs = new ServerConfigLoader();

    /**
     * Makes it.
     *
     * @param profile built-in name or file; empty: the one that the model's name stands for
     * @throws ServerConfigException naming what cannot be, and for a model of no profile the profiles and models there are
     */
    public ServerConfig of(VllmArguments arguments, Optional<String> profile) {
        String chosen = profile.orElseGet(() -> profileOf(arguments.model()));
        StringBuilder yaml = new StringBuilder("extends: " + quoted(chosen));
        yaml.append("\nmodel: ").append(quoted(arguments.model()));
        yaml.append("\nserved-model-name: ")
                .append(quoted(arguments.values().getOrDefault("served-model-name", arguments.model())))
                .append('\n');
        arguments.values().forEach((flag, value) -> {
            if (!ELSEWHERE.contains(flag)) {
                yaml.append(flag).append(": ").append(value(flag, value)).append('\n');
            }
        });
        try {
            return configs.parse("vllm serve", yaml.toString());
        } catch (IllegalArgumentException e) {
            throw new ServerConfigException("vllm serve: " + e.getMessage(), e);
        }
    }

    /** Engines behind the address: {@code --data-parallel-size}. */
    public static int replicas(VllmArguments arguments) {
        return Integer.parseInt(arguments.values().getOrDefault("data-parallel-size", "1"));
    }

    private static String value(String flag, String value) {
        if (flag.equals("speculative-config")) {
            return kebab(value);
        }
        return NUMBER.matcher(value).matches() && !flag.equals("api-key") ? value : quoted(value);
    }

    /** The keys that the simulator knows, in its own spelling; a drafter's model is not one of them. */
    private static String kebab(String json) {
        try {
            ObjectNode known = JSON.createObjectNode();
            Map<String, String> keys = new LinkedHashMap<>();
            keys.put("method", "method");
            keys.put("num_speculative_tokens", "num-speculative-tokens");
            var given = JSON.readTree(json);
            keys.forEach((from, to) -> {
                if (given.has(from)) {
                    known.set(to, given.get(from));
                } else if (given.has(to)) {
                    known.set(to, given.get(to));
                }
            });
            return known.toString();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an argument is kept as JSON", e);
        }
    }

    private String profileOf(String model) {
        List<String> names = ServerConfigLoader.builtInNames();
        if (names.contains(model)) {
            return model;
        }
        Map<String, String> models = new LinkedHashMap<>();
        names.forEach(name -> models.putIfAbsent(configs.builtIn(name).model(), name));
        return models.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(model))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new ServerConfigException(NO_MODEL + model
                        + "; models: " + String.join(", ", models.keySet()) + "; profiles (--simulate-profile): "
                        + String.join(", ", names)));
    }

    private static String quoted(String text) {
        return JSON.getNodeFactory().textNode(text).toString();
    }
}
