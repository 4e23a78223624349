package io.tidemark.importers.file;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.DoubleStream;

/** A value of a JSON file and where it stands, so that an error can say so. What is missing or null is empty; what is of another type is an error. */
public final class JsonCursor {
    private final String path;
    private final JsonNode node;

    private JsonCursor(String path, JsonNode node) {
        this.path = path;
        this.node = node;
    }

    /** @param root names the file, and the object in it where there are several */
    public static JsonCursor root(String root, JsonNode node) {
        return new JsonCursor(root + ":", node);
    }

    public JsonNode node() {
        return node;
    }

    public InvalidFileException invalid(String rule) {
        return new InvalidFileException(path + " " + rule + (node.isValueNode() ? " but was " + node : ""));
    }

    public JsonCursor at(String key) {
        return new JsonCursor(path + (path.endsWith(":") ? " " : ".") + key, node.path(key));
    }

    public JsonCursor at(int index) {
        return new JsonCursor(path + "[" + index + "]", node.path(index));
    }

    public boolean isPresent() {
        return !node.isMissingNode() && !node.isNull();
    }

    public boolean has(String key) {
        return at(key).isPresent();
    }

    public boolean isObject() {
        return node.isObject();
    }

    /** The value under a key, if it is an object. */
    public Optional<JsonCursor> object(String key) {
        JsonCursor child = at(key);
        if (!child.isPresent()) {
            return Optional.empty();
        }
        if (!child.isObject()) {
            throw child.invalid("must be an object");
        }
        return Optional.of(child);
    }

    public Optional<String> text(String key) {
        JsonCursor child = at(key);
        return child.isPresent()
                        && child.node.isValueNode()
                        && !child.node.asText().isBlank()
                ? Optional.of(child.node.asText())
                : Optional.empty();
    }

    /** A finite number; also one that is written as text. */
    public OptionalDouble number(String key) {
        return at(key).number();
    }

    public OptionalDouble number() {
        if (!isPresent()) {
            return OptionalDouble.empty();
        }
        double value = node.isNumber() ? node.doubleValue() : parsed();
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw invalid("must be a finite number");
        }
        return OptionalDouble.of(value);
    }

    private double parsed() {
        try {
            return Double.parseDouble(node.textValue() == null ? "?" : node.textValue());
        } catch (NumberFormatException e) {
            throw invalid("must be a number");
        }
    }

    /** A number that is not negative. */
    public OptionalDouble amount(String key) {
        OptionalDouble value = number(key);
        if (value.isPresent() && value.getAsDouble() < 0) {
            throw at(key).invalid("must be >= 0");
        }
        return value;
    }

    /** A whole number that is not negative; 12.0 is one. */
    public OptionalLong count(String key) {
        OptionalDouble value = amount(key);
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        if (value.getAsDouble() != Math.rint(value.getAsDouble()) || value.getAsDouble() > 1L << 62) {
            throw at(key).invalid("must be a whole number");
        }
        return OptionalLong.of((long) value.getAsDouble());
    }

    /** The elements of a list under a key; none if there is no such list. */
    public List<JsonCursor> items(String key) {
        JsonCursor child = at(key);
        if (!child.isPresent()) {
            return List.of();
        }
        if (!child.node.isArray()) {
            throw child.invalid("must be a list");
        }
        List<JsonCursor> items = new ArrayList<>();
        for (int i = 0; i < child.node.size(); i++) {
            items.add(child.at(i));
        }
        return items;
    }

    /** A list of numbers that are not negative, under a key; empty without it. A null in it counts as 0. */
    public Optional<double[]> amounts(String key) {
        List<JsonCursor> items = items(key);
        if (items.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                items.stream().flatMapToDouble(JsonCursor::amountOrZero).toArray());
    }

    private DoubleStream amountOrZero() {
        double value = number().orElse(0);
        if (value < 0) {
            throw invalid("must be >= 0");
        }
        return DoubleStream.of(value);
    }

    /** Keys with their values, in the order of the file. */
    public List<Map.Entry<String, JsonCursor>> fields() {
        List<Map.Entry<String, JsonCursor>> fields = new ArrayList<>();
        Iterator<String> names = node.fieldNames();
        while (names.hasNext()) {
            String name = names.next();
            fields.add(Map.entry(name, at(name)));
        }
        return fields;
    }

    @Override
    public String toString() {
        return path;
    }
}
