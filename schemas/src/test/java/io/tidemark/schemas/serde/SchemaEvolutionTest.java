package io.tidemark.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;

import io.confluent.kafka.schemaregistry.CompatibilityLevel;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each event can gain and lose fields and enum symbols, old readers reading new records and new readers old ones. */
final class SchemaEvolutionTest {
    private static final Team TEAM = new Team("perf");

    @ParameterizedTest
    @EnumSource(value = Topic.class, names = "DEAD_LETTERS", mode = EnumSource.Mode.EXCLUDE)
    void aNewFieldWithADefaultIsTaken(Topic topic) throws Exception {
        Schema.Field added = new Schema.Field("addedLater", Schema.create(Schema.Type.LONG), "Added later.", 0L);
        assertThat(compatible(topic, with(topic.schema().orElseThrow(), added))).isTrue();
    }

    @ParameterizedTest
    @EnumSource(value = Topic.class, names = "DEAD_LETTERS", mode = EnumSource.Mode.EXCLUDE)
    void aNewFieldWithoutADefaultIsRefused(Topic topic) throws Exception {
        Schema.Field added = new Schema.Field("addedLater", Schema.create(Schema.Type.LONG), "Added later.");
        assertThat(compatible(topic, with(topic.schema().orElseThrow(), added))).isFalse();
    }

    @ParameterizedTest
    @EnumSource(value = Topic.class, names = "DEAD_LETTERS", mode = EnumSource.Mode.EXCLUDE)
    void aFieldWithoutADefaultMustStay(Topic topic) throws Exception {
        Schema schema = topic.schema().orElseThrow();
        String required = schema.getFields().stream()
                .filter(field -> !field.hasDefaultValue())
                .findFirst()
                .orElseThrow()
                .name();
        assertThat(compatible(topic, without(schema, required))).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = Topic.class,
            names = {"CONTROL", "DEAD_LETTERS"},
            mode = EnumSource.Mode.EXCLUDE)
    void aFieldWithADefaultMayGo(Topic topic) throws Exception {
        Schema schema = topic.schema().orElseThrow();
        String optional = schema.getFields().stream()
                .filter(Schema.Field::hasDefaultValue)
                .findFirst()
                .orElseThrow()
                .name();
        assertThat(compatible(topic, without(schema, optional))).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Topic.class,
            names = {"TOKENS", "REQUESTS", "SERVERS", "WINDOWS", "BREACHES", "STEPS", "REGRESSIONS"})
    void anEnumMayGainASymbolThatOldReadersTakeForUnknown(Topic topic) throws Exception {
        String widened = topic.schema()
                .orElseThrow()
                .toString()
                .replace("\"symbols\":[\"UNKNOWN\",", "\"symbols\":[\"UNKNOWN\",\"ADDED_LATER\",");
        assertThat(widened).contains("ADDED_LATER");
        assertThat(compatible(topic, new Schema.Parser().parse(widened))).isTrue();
    }

    private static boolean compatible(Topic topic, Schema next) throws Exception {
        MockSchemaRegistryClient registry = new MockSchemaRegistryClient(List.of(new AvroSchemaProvider()));
        String subject = topic.subject(TEAM);
        registry.updateCompatibility(subject, CompatibilityLevel.FULL.name);
        registry.register(subject, new AvroSchema(topic.schema().orElseThrow()));
        return registry.testCompatibility(subject, new AvroSchema(next));
    }

    private static Schema with(Schema schema, Schema.Field added) {
        List<Schema.Field> fields = copies(schema);
        fields.add(added);
        return record(schema, fields);
    }

    private static Schema without(Schema schema, String name) {
        List<Schema.Field> fields = copies(schema);
        fields.removeIf(field -> field.name().equals(name));
        return record(schema, fields);
    }

    private static Schema record(Schema schema, List<Schema.Field> fields) {
        return Schema.createRecord(schema.getName(), schema.getDoc(), schema.getNamespace(), false, fields);
    }

    private static List<Schema.Field> copies(Schema schema) {
        return new ArrayList<>(schema.getFields().stream()
                .map(field -> new Schema.Field(field, field.schema()))
                .toList());
    }
}
