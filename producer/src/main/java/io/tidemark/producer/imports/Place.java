package io.tidemark.producer.imports;

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
final class Place {
    private final String path;
    private final JsonNode node;

    private Place(String path, JsonNode node) {
        this.path = path;
        this.node = node;
    }

    /** @param root names the file, and the object in it where there are several */
    static Place root(String root, JsonNode node) {
        return new Place(root + ":", node);
    }

    JsonNode node() {
        return node;
    }

    BadFileException bad(String rule) {
        return new BadFileException(path + " " + rule + (node.isValueNode() ? " but was " + node : ""));
    }

    Place at(String key) {
        return new Place(path + (path.endsWith(":") ? " " : ".") + key, node.path(key));
    }

    Place at(int index) {
        return new Place(path + "[" + index + "]", node.path(index));
    }

    boolean isThere() {
        return !node.isMissingNode() && !node.isNull();
    }

    boolean has(String key) {
        return at(key).isThere();
    }

    boolean isObject() {
        return node.isObject();
    }

    /** The value under a key, if it is an object. */
    Optional<Place> object(String key) {
        Place child = at(key);
        if (!child.isThere()) {
            return Optional.empty();
        }
        if (!child.isObject()) {
            throw child.bad("must be an object");
        }
        return Optional.of(child);
    }

    Optional<String> text(String key) {
        Place child = at(key);
        return child.isThere()
                        && child.node.isValueNode()
                        && !child.node.asText().isBlank()
                ? Optional.of(child.node.asText())
                : Optional.empty();
    }

    /** A finite number; also one that is written as text. */
    OptionalDouble number(String key) {
        return at(key).number();
    }

    OptionalDouble number() {
        if (!isThere()) {
            return OptionalDouble.empty();
        }
        double value = node.isNumber() ? node.doubleValue() : parsed();
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw bad("must be a finite number");
        }
        return OptionalDouble.of(value);
    }

    private double parsed() {
        try {
            return Double.parseDouble(node.textValue() == null ? "?" : node.textValue());
        } catch (NumberFormatException e) {
            throw bad("must be a number");
        }
    }

    /** A number that is not negative. */
    OptionalDouble amount(String key) {
        OptionalDouble value = number(key);
        if (value.isPresent() && value.getAsDouble() < 0) {
            throw at(key).bad("must be >= 0");
        }
        return value;
    }

    /** A whole number that is not negative; 12.0 is one. */
    OptionalLong count(String key) {
        OptionalDouble value = amount(key);
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        if (value.getAsDouble() != Math.rint(value.getAsDouble()) || value.getAsDouble() > 1L << 62) {
            throw at(key).bad("must be a whole number");
        }
        return OptionalLong.of((long) value.getAsDouble());
    }

    /** The elements of a list under a key; none if there is no such list. */
    List<Place> items(String key) {
        Place child = at(key);
        if (!child.isThere()) {
            return List.of();
        }
        if (!child.node.isArray()) {
            throw child.bad("must be a list");
        }
        List<Place> items = new ArrayList<>();
        for (int i = 0; i < child.node.size(); i++) {
            items.add(child.at(i));
        }
        return items;
    }

    /** A list of numbers that are not negative, under a key; empty without it. A null in it counts as 0. */
    Optional<double[]> amounts(String key) {
        List<Place> items = items(key);
        if (items.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(items.stream().flatMapToDouble(Place::amountOrZero).toArray());
    }

    private DoubleStream amountOrZero() {
        double value = number().orElse(0);
        if (value < 0) {
            throw bad("must be >= 0");
        }
        return DoubleStream.of(value);
    }

    /** Keys with their values, in the order of the file. */
    List<Map.Entry<String, Place>> fields() {
        List<Map.Entry<String, Place>> fields = new ArrayList<>();
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
