package io.tidemark.app.docs;

import io.tidemark.schemas.Topic;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.avro.LogicalType;
import org.apache.avro.Schema;

/** The records and enums that events are made of. */
final class EventTypes {
    private EventTypes() {}

    /** Each once: the events in the topics' order, then what they hold in the order of its first use. */
    static Collection<Schema> named() {
        Map<String, Schema> types = new LinkedHashMap<>();
        Arrays.stream(Topic.values())
                .map(Topic::schema)
                .flatMap(Optional::stream)
                .forEach(schema -> types.put(schema.getFullName(), schema));
        types.values().stream()
                .toList()
                .forEach(event -> event.getFields().forEach(field -> collect(field.schema(), types)));
        return types.values();
    }

    /** A type as a reader of JSON would name it. */
    static String description(Schema type) {
        return switch (type.getType()) {
            case RECORD, ENUM -> "[" + type.getName() + "](#" + type.getName().toLowerCase(Locale.ROOT) + ")";
            case ARRAY -> "list of " + description(type.getElementType());
            case MAP -> "map to " + description(type.getValueType());
            case UNION -> type.getTypes().stream().map(EventTypes::description).collect(Collectors.joining(" or "));
            default ->
                Optional.ofNullable(type.getLogicalType())
                        .map(LogicalType::getName)
                        .orElse(type.getType().getName());
        };
    }

    private static void collect(Schema type, Map<String, Schema> types) {
        switch (type.getType()) {
            case RECORD -> {
                if (types.putIfAbsent(type.getFullName(), type) == null) {
                    type.getFields().forEach(field -> collect(field.schema(), types));
                }
            }
            case ENUM -> types.putIfAbsent(type.getFullName(), type);
            case UNION -> type.getTypes().forEach(member -> collect(member, types));
            case ARRAY -> collect(type.getElementType(), types);
            case MAP -> collect(type.getValueType(), types);
            default -> {
                // Primitives have no name.
            }
        }
    }
}
