package io.tidemark.simulator.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads server configurations from YAML. A file may say {@code extends: NAME} with the name of a built-in profile: its own
 * keys are laid over that profile's. Unknown keys, missing keys and bad values are refused with file and key.
 */
public final class ServerConfigs {
    private static final List<String> BUILT_IN = List.of(
            "demo-default",
            "demo-small",
            "demo-tuned",
            "llama-70b-fp8-h200",
            "phi-4-mini-l4",
            "qwen2.5-7b-awq-rtx5070");
    private static final String EXTENDS = "extends";

    private final YAMLMapper yaml = YAMLMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .build();

    /** Names of the profiles that come with the simulator. */
    public static List<String> builtInNames() {
        return BUILT_IN;
    }

    /** A built-in profile. */
    public ServerConfig builtIn(String name) {
        return toConfig(name, withParents(name, builtInTree(name, "profile")));
    }

    /** A configuration file. */
    public ServerConfig read(Path file) {
        try {
            return parse(file.toString(), Files.readString(file));
        } catch (IOException e) {
            throw new ServerConfigException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** A configuration's text; {@code source} names it in errors. */
    public ServerConfig parse(String source, String text) {
        return toConfig(source, withParents(source, tree(source, text)));
    }

    private ObjectNode withParents(String source, ObjectNode node) {
        JsonNode parent = node.remove(EXTENDS);
        if (parent == null) {
            return node;
        }
        String name = parent.asText();
        ObjectNode base = withParents(name, builtInTree(name, source + ": extends"));
        lay(node, base);
        return base;
    }

    private static void lay(ObjectNode over, ObjectNode base) {
        over.properties().forEach(entry -> {
            JsonNode below = base.get(entry.getKey());
            if (below instanceof ObjectNode inner && entry.getValue() instanceof ObjectNode outer) {
                lay(outer, inner);
                return;
            }
            base.set(entry.getKey(), entry.getValue());
        });
    }

    private ObjectNode builtInTree(String name, String source) {
        if (!BUILT_IN.contains(name) && !"base".equals(name)) {
            throw new ServerConfigException(
                    source + " must be one of " + String.join(", ", BUILT_IN) + " but was " + name);
        }
        String resource = "/io/tidemark/simulator/profiles/" + name + ".yaml";
        try (InputStream in = ServerConfigs.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new ServerConfigException(resource + " is missing from the simulator's jar");
            }
            return tree(resource, new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new ServerConfigException(resource + " cannot be read: " + e.getMessage(), e);
        }
    }

    private ObjectNode tree(String source, String text) {
        try {
            JsonNode node = yaml.readTree(text);
            if (node instanceof ObjectNode object) {
                return object;
            }
            throw new ServerConfigException(source + ": must be a YAML mapping of keys to values");
        } catch (JsonProcessingException e) {
            throw new ServerConfigException(source + ": is not YAML: " + e.getOriginalMessage(), e);
        }
    }

    private ServerConfig toConfig(String source, ObjectNode node) {
        try {
            return yaml.treeToValue(node, ServerConfig.class);
        } catch (UnrecognizedPropertyException e) {
            String known = e.getKnownPropertyIds().stream()
                    .map(String::valueOf)
                    .sorted()
                    .collect(Collectors.joining(", "));
            throw new ServerConfigException(source + ": " + path(e) + " is not a known key; known: " + known, e);
        } catch (ValueInstantiationException e) {
            throw new ServerConfigException(source + ": " + prefixed(e) + causeMessage(e), e);
        } catch (JsonMappingException e) {
            throw new ServerConfigException(source + ": " + prefixed(e) + e.getOriginalMessage(), e);
        } catch (JsonProcessingException e) {
            throw new ServerConfigException(source + ": " + e.getOriginalMessage(), e);
        }
    }

    private static String prefixed(JsonMappingException e) {
        String path = path(e);
        return path.isEmpty() ? "" : path + ": ";
    }

    private static String path(JsonMappingException e) {
        return e.getPath().stream()
                .map(JsonMappingException.Reference::getFieldName)
                .collect(Collectors.joining("."));
    }

    private static @Nullable String causeMessage(JsonMappingException e) {
        Throwable cause = e.getCause();
        return cause == null ? e.getOriginalMessage() : cause.getMessage();
    }
}
