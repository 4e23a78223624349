package io.tidemark.simulator.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** YAML trees and the records they are bound to; unknown keys, missing keys and bad values are refused with source and key. */
public final class StrictYaml {
    private final YAMLMapper yaml = YAMLMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .build();

    /** A mapping without keys. */
    public ObjectNode empty() {
        return yaml.createObjectNode();
    }

    /** A file that comes with the simulator, by its path on the class path. */
    public ObjectNode resource(String resource) {
        try (InputStream in = StrictYaml.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new ServerConfigException(resource + " is missing from the simulator's jar");
            }
            return tree(resource, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new ServerConfigException(resource + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** A text's tree; {@code source} names it in errors. */
    public ObjectNode tree(String source, String text) {
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

    /** A record's tree. */
    public ObjectNode toTree(Object value) {
        return yaml.valueToTree(value);
    }

    /** A tree's text. */
    public String write(ObjectNode node) {
        try {
            return yaml.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new ServerConfigException("a tree cannot be written as YAML: " + e.getOriginalMessage(), e);
        }
    }

    /** The keys of {@code over} replace those of {@code base}, mapping by mapping. */
    public static void overlay(ObjectNode over, ObjectNode base) {
        over.properties().forEach(entry -> {
            JsonNode below = base.get(entry.getKey());
            if (below instanceof ObjectNode inner && entry.getValue() instanceof ObjectNode outer) {
                overlay(outer, inner);
                return;
            }
            base.set(entry.getKey(), entry.getValue().deepCopy());
        });
    }

    /** @param path of the node in its file, empty for the whole */
    public <T> T bind(String source, String path, @Nullable JsonNode node, Class<T> type) {
        if (node == null) {
            throw new ServerConfigException(source + ": " + path + " is missing");
        }
        try {
            return yaml.treeToValue(node, type);
        } catch (UnrecognizedPropertyException e) {
            String known = e.getKnownPropertyIds().stream()
                    .map(String::valueOf)
                    .sorted()
                    .collect(Collectors.joining(", "));
            throw new ServerConfigException(
                    source + ": " + path(path, e) + " is not a known key; known here: " + known, e);
        } catch (ValueInstantiationException e) {
            throw new ServerConfigException(source + ": " + prefixed("", e) + causeMessage(e), e);
        } catch (JsonMappingException e) {
            throw new ServerConfigException(source + ": " + prefixed(path, e) + e.getOriginalMessage(), e);
        } catch (JsonProcessingException e) {
            throw new ServerConfigException(source + ": " + e.getOriginalMessage(), e);
        }
    }

    private static String prefixed(String path, JsonMappingException e) {
        String whole = path(path, e);
        return whole.isEmpty() ? "" : whole + ": ";
    }

    private static String path(String path, JsonMappingException e) {
        String inner = e.getPath().stream()
                .map(JsonMappingException.Reference::getFieldName)
                .collect(Collectors.joining("."));
        return path.isEmpty() || inner.isEmpty() ? path + inner : path + "." + inner;
    }

    private static @Nullable String causeMessage(JsonMappingException e) {
        Throwable cause = e.getCause();
        return cause == null ? e.getOriginalMessage() : cause.getMessage();
    }
}
