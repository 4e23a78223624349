package io.tidemark.sinks.store.jdbc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.sinks.store.StoreException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How values are put into columns, and back: times as microseconds, bytes, and JSON for lists and maps. */
public final class ColumnValues {
    public static final TypeReference<JsonNode> NODE = new TypeReference<>() {};
    public static final TypeReference<List<String>> STRINGS = new TypeReference<>() {};
    public static final TypeReference<Map<String, String>> STRING_MAP = new TypeReference<>() {};
    public static final TypeReference<Map<String, Long>> LONG_MAP = new TypeReference<>() {};
    public static final TypeReference<Map<String, Double>> DOUBLE_MAP = new TypeReference<>() {};

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long MICROS_PER_SECOND = 1_000_000;

    private ColumnValues() {}

    /** Times beyond what microseconds can say (some 292,000 years) become the last that they can. */
    public static long micros(Instant instant) {
        long limitSeconds = Long.MAX_VALUE / MICROS_PER_SECOND - 1;
        long seconds = Math.max(-limitSeconds, Math.min(limitSeconds, instant.getEpochSecond()));
        return seconds * MICROS_PER_SECOND + instant.getNano() / 1_000;
    }

    public static @Nullable Long microsOrNull(@Nullable Instant instant) {
        return instant == null ? null : micros(instant);
    }

    public static Instant instant(long micros) {
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, MICROS_PER_SECOND), Math.floorMod(micros, MICROS_PER_SECOND) * 1_000);
    }

    /** An event's field as its column has it: times as microseconds, enums by name, lists and maps as JSON. */
    static @Nullable Object of(@Nullable Object field) {
        if (field instanceof Instant instant) {
            return micros(instant);
        }
        if (field instanceof Enum<?> constant) {
            return constant.name();
        }
        if (field instanceof Collection<?> || field instanceof Map<?, ?>) {
            return json(field);
        }
        return field instanceof ByteBuffer buffer ? bytes(buffer) : field;
    }

    public static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    static int flag(boolean value) {
        return value ? 1 : 0;
    }

    public static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new StoreException("cannot write " + value.getClass() + " as JSON", e);
        }
    }

    public static <T> T fromJson(String json, TypeReference<T> type) {
        try {
            return JSON.readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new StoreException("the store holds what is not JSON of " + type.getType(), e);
        }
    }
}
