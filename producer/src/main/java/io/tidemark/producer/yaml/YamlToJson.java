package io.tidemark.producer.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlNode.Scalar;
import io.tidemark.producer.yaml.YamlNode.Sequence;
import java.math.BigDecimal;

/** YAML as JSON with the types that YAML gives it, for what is sent on as it is. */
public final class YamlToJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private YamlToJson() {}

    public static String toJson(YamlNode value) {
        return node(value).toString();
    }

    private static JsonNode node(YamlNode node) {
        if (node instanceof Mapping mapping) {
            ObjectNode object = JSON.objectNode();
            mapping.entries().forEach((key, entry) -> object.set(key, node(entry.value())));
            return object;
        }
        if (node instanceof Sequence sequence) {
            return JSON.arrayNode()
                    .addAll(sequence.items().stream().map(YamlToJson::node).toList());
        }
        return node instanceof Scalar scalar ? scalar(scalar) : JSON.nullNode();
    }

    private static JsonNode scalar(Scalar scalar) {
        return switch (scalar.kind()) {
            case TEXT -> JSON.textNode(scalar.text());
            case TRUTH -> JSON.booleanNode(Boolean.parseBoolean(scalar.text()));
            case NUMBER -> number(scalar.text());
        };
    }

    private static JsonNode number(String text) {
        try {
            BigDecimal value = new BigDecimal(text.replace("_", ""));
            return value.scale() <= 0 && value.precision() <= 18
                    ? JSON.numberNode(value.longValueExact())
                    : JSON.numberNode(value);
        } catch (NumberFormatException e) {
            // Octal, hexadecimal, infinity: JSON has no such numbers.
            return JSON.textNode(text);
        }
    }
}
