package io.tidemark.archive.format;

import io.tidemark.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;

/**
 * Schemas of the archive's rows, made from the events'. Columns that folders are named by stand last in a row, so that those of a file
 * are its beginning: engines that read folders refuse a column that is in both.
 */
public final class ArchiveSchemas {
    public static final String TEAM = "team";
    public static final String RUN = "run";
    public static final String PARTITION = "kafkaPartition";
    public static final String OFFSET = "kafkaOffset";

    private static final Set<String> IN_FOLDERS = Set.of(RUN, TEAM);
    private static final Schema STRING = Schema.create(Schema.Type.STRING);

    private ArchiveSchemas() {}

    /** The event's fields and where the record stood in Kafka, then run and team. Strings are read as the UTF-8 that is written again. */
    static Schema ofEvent(Topic topic) {
        Schema event = topic.schema().orElseThrow();
        List<Schema.Field> fields = new ArrayList<>();
        event.getFields().stream()
                .filter(field -> !field.name().equals(RUN))
                .map(field -> field(field, plain(field.schema())))
                .forEach(fields::add);
        fields.add(new Schema.Field(
                PARTITION, Schema.create(Schema.Type.INT), "Kafka partition that it was read from.", -1));
        fields.add(new Schema.Field(OFFSET, Schema.create(Schema.Type.LONG), "Its offset there.", -1L));
        fields.add(field(event.getField(RUN), STRING));
        fields.add(new Schema.Field(TEAM, STRING, "Team whose topic it stood in.", ""));
        return Schema.createRecord(event.getName(), event.getDoc(), event.getNamespace(), false, fields);
    }

    static Schema ofRejected() {
        Schema micros = LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
        return SchemaBuilder.record("Rejected")
                .namespace("io.tidemark.archive")
                .doc("A record that is no event of its topic.")
                .fields()
                .name("topic")
                .doc("Topic that it stood in.")
                .type(STRING)
                .noDefault()
                .name(PARTITION)
                .doc("Its partition.")
                .type()
                .intType()
                .noDefault()
                .name(OFFSET)
                .doc("Its offset.")
                .type()
                .longType()
                .noDefault()
                .name("appended")
                .doc("When Kafka took it.")
                .type(micros)
                .noDefault()
                .name("reason")
                .doc("The rule that it broke.")
                .type(STRING)
                .noDefault()
                .name("key")
                .doc("Its key; null without one.")
                .type()
                .nullable()
                .bytesType()
                .noDefault()
                .name("value")
                .doc("Its value; null without one.")
                .type()
                .nullable()
                .bytesType()
                .noDefault()
                .name(TEAM)
                .doc("Team whose topic it stood in.")
                .type(STRING)
                .noDefault()
                .endRecord();
    }

    /** Without the columns that folders are named by; enums as strings, which every reader shows as such. */
    static Schema inFile(Schema row) {
        List<Schema.Field> fields = row.getFields().stream()
                .filter(field -> !IN_FOLDERS.contains(field.name()))
                .map(field -> field(field, withoutEnums(field.schema())))
                .toList();
        return Schema.createRecord(row.getName(), row.getDoc(), row.getNamespace(), false, fields);
    }

    private static Schema.Field field(Schema.Field from, Schema schema) {
        return new Schema.Field(from.name(), schema, from.doc(), from.defaultVal());
    }

    /** Without the wish for Java's strings that generated classes carry. */
    private static Schema plain(Schema schema) {
        return switch (schema.getType()) {
            case STRING -> STRING;
            case ARRAY -> Schema.createArray(plain(schema.getElementType()));
            case MAP -> Schema.createMap(plain(schema.getValueType()));
            case UNION ->
                Schema.createUnion(
                        schema.getTypes().stream().map(ArchiveSchemas::plain).toList());
            default -> schema;
        };
    }

    private static Schema withoutEnums(Schema schema) {
        return switch (schema.getType()) {
            case ENUM -> STRING;
            case ARRAY -> Schema.createArray(withoutEnums(schema.getElementType()));
            case MAP -> Schema.createMap(withoutEnums(schema.getValueType()));
            case UNION ->
                Schema.createUnion(schema.getTypes().stream()
                        .map(ArchiveSchemas::withoutEnums)
                        .toList());
            default -> schema;
        };
    }
}
