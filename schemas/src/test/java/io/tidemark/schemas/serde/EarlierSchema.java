package io.tidemark.schemas.serde;

import java.util.List;
import org.apache.avro.Schema;

/** A schema as a release before may have had it. */
final class EarlierSchema {
    private EarlierSchema() {}

    /** The schema of a record whose field, a union, lacks the record of one name. */
    static Schema without(Schema record, String field, String name) {
        List<Schema.Field> fields = record.getFields().stream()
                .map(one -> one.name().equals(field) ? union(one, name) : new Schema.Field(one, one.schema()))
                .toList();
        return Schema.createRecord(record.getName(), record.getDoc(), record.getNamespace(), false, fields);
    }

    private static Schema.Field union(Schema.Field field, String name) {
        List<Schema> types = field.schema().getTypes().stream()
                .filter(type -> !type.getName().equals(name))
                .toList();
        return new Schema.Field(field, Schema.createUnion(types));
    }
}
