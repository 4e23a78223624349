package io.tidemark.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.confluent.kafka.schemaregistry.CompatibilityLevel;
import io.tidemark.cluster.registry.SchemaLogFormat.Encoded;
import io.tidemark.cluster.registry.SchemaLogRecord.LevelSet;
import io.tidemark.cluster.registry.SchemaLogRecord.LevelUnset;
import io.tidemark.cluster.registry.SchemaLogRecord.SchemaErased;
import io.tidemark.cluster.registry.SchemaLogRecord.SchemaWritten;
import io.tidemark.cluster.registry.SchemaLogRecord.SubjectDeleted;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SchemaLogFormatTest {
    private final SchemaLogFormat format = new SchemaLogFormat();

    static Stream<Arguments> records() {
        RegisteredSchema schema = new RegisteredSchema("a-value", 2, 7, SchemaParser.parseNew("\"long\""), false);
        return Stream.of(
                arguments(
                        new SchemaWritten(schema),
                        "{\"keytype\":\"SCHEMA\",\"subject\":\"a-value\",\"version\":2,\"magic\":1}",
                        "{\"subject\":\"a-value\",\"version\":2,\"id\":7,\"schema\":\"\\\"long\\\"\",\"deleted\":false}"),
                arguments(
                        new SchemaErased("a-value", 2),
                        "{\"keytype\":\"SCHEMA\",\"subject\":\"a-value\",\"version\":2,\"magic\":1}",
                        null),
                arguments(
                        new SubjectDeleted("a-value", 2),
                        "{\"keytype\":\"DELETE_SUBJECT\",\"subject\":\"a-value\",\"magic\":0}",
                        "{\"subject\":\"a-value\",\"version\":2}"),
                arguments(
                        new LevelSet(Optional.empty(), CompatibilityLevel.FULL),
                        "{\"keytype\":\"CONFIG\",\"subject\":null,\"magic\":0}",
                        "{\"compatibilityLevel\":\"FULL\"}"),
                arguments(
                        new LevelUnset(Optional.of("a-value")),
                        "{\"keytype\":\"CONFIG\",\"subject\":\"a-value\",\"magic\":0}",
                        null));
    }

    @ParameterizedTest
    @MethodSource("records")
    void writesTheBytesOfConfluentsRegistry(SchemaLogRecord record, String key, String value) {
        Encoded encoded = format.encode(record);
        assertThat(new String(encoded.key(), StandardCharsets.UTF_8)).isEqualTo(key);
        assertThat(encoded.value()).isEqualTo(value == null ? null : bytes(value));
    }

    @ParameterizedTest
    @MethodSource("records")
    void readsWhatItWrites(SchemaLogRecord record, String key, String value) {
        assertThat(format.decode(bytes(key), value == null ? null : bytes(value)))
                .contains(record);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"keytype\":\"NOOP\",\"magic\":0}",
                "{\"keytype\":\"MODE\",\"subject\":null,\"magic\":0}",
                "{\"keytype\":\"CONTEXT\",\"tenant\":\"default\",\"context\":\".x\",\"magic\":0}"
            })
    void passesOverTheOtherRecordsOfARealRegistry(String key) {
        assertThat(format.decode(bytes(key), bytes("{}"))).isEmpty();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
