package io.tidemark.console.view;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.tidemark.schemas.Team;
import java.io.UncheckedIOException;
import java.time.Instant;

/** Views as JSON: an empty value is null, an instant is ISO 8601, a map is in order of its keys. Thread-safe. */
public final class ViewJson {
    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addSerializer(Team.class, ToStringSerializer.instance))
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private ViewJson() {}

    /** One line. */
    public static String of(Object view) {
        try {
            return JSON.writeValueAsString(view);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("a view cannot be written as JSON", e);
        }
    }
}
