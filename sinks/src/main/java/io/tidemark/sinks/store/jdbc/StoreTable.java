package io.tidemark.sinks.store.jdbc;

import static java.util.stream.Collectors.joining;

import com.google.common.base.CaseFormat;
import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import io.tidemark.sinks.store.jdbc.Column.Kind;
import io.tidemark.sinks.store.jdbc.Column.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** A table as the sink writes it: columns, natural key, and the rule by which a record replaces one of the same key. */
public final class StoreTable<E> {
    private final String name;
    private final ConflictRule rule;
    private final List<Column<E>> columns;

    private StoreTable(Builder<E> builder) {
        this.name = builder.name;
        this.rule = builder.rule;
        this.columns = List.copyOf(builder.columns);
    }

    /** A table whose first column is the team. */
    public static <E> Builder<E> named(String name) {
        return new Builder<E>(name).key("team", row -> row.team().name());
    }

    public String name() {
        return name;
    }

    public List<Column<E>> columns() {
        return columns;
    }

    public ConflictRule rule() {
        return rule;
    }

    /** Upserts one row, whose values are the statement's marks. */
    String upsert() {
        String marks = columns.stream().map(column -> "?").collect(joining(", "));
        return upsertOf("VALUES (" + marks + ")");
    }

    /** Upserts the rows that {@code source}, VALUES or a query, gives in the order of the columns; no two of one key. */
    public String upsertOf(String source) {
        return "INSERT INTO " + name + " (" + names() + ") " + source + " ON CONFLICT (" + keys() + ") DO "
                + onConflict();
    }

    /** Names of all columns, joined by commas. */
    public String names() {
        return columns.stream().map(Column::name).collect(joining(", "));
    }

    private String onConflict() {
        if (rule instanceof ConflictRule.KeepFirst) {
            return "NOTHING";
        }
        String sets = columns.stream()
                .filter(column -> column.kind() == Kind.DATA)
                .map(column -> column.name() + " = excluded." + column.name())
                .collect(joining(", "));
        return "UPDATE SET " + sets + " WHERE " + condition();
    }

    private String condition() {
        if (rule instanceof ConflictRule.Newest newest) {
            return "(" + newest.of("excluded") + ") >= (" + newest.of(name) + ")";
        }
        return ((ConflictRule.Where) rule).condition();
    }

    /** Names of the natural key's columns, joined by commas. */
    public String keys() {
        return columns.stream()
                .filter(column -> column.kind() == Kind.KEY)
                .map(Column::name)
                .collect(joining(", "));
    }

    public static final class Builder<E> {
        private static final Splitter WORDS =
                Splitter.on(CharMatcher.whitespace()).omitEmptyStrings();

        private final String name;
        private final List<Column<E>> columns = new ArrayList<>();
        private ConflictRule rule = new ConflictRule.KeepFirst();

        private Builder(String name) {
            this.name = name;
        }

        public Builder<E> key(String column, Value<E> value) {
            columns.add(new Column<>(column, Kind.KEY, value));
            return this;
        }

        public Builder<E> column(String column, Value<E> value) {
            columns.add(new Column<>(column, Kind.DATA, value));
            return this;
        }

        /** Parts of the natural key that are fields of a record; as {@link #columns}. */
        public Builder<E> keys(Function<EventRow<E>, ? extends SpecificRecord> record, Schema schema, String columns) {
            return fields(record, schema, columns, Kind.KEY);
        }

        /**
         * Columns that are fields of a record.
         *
         * @param record of this schema that an event comes with
         * @param columns names with white space between them: each is the field's in snake case, with {@code _micros} behind that of a time
         */
        public Builder<E> columns(
                Function<EventRow<E>, ? extends SpecificRecord> record, Schema schema, String columns) {
            return fields(record, schema, columns, Kind.DATA);
        }

        private Builder<E> fields(
                Function<EventRow<E>, ? extends SpecificRecord> record, Schema schema, String names, Kind kind) {
            for (String column : WORDS.split(names)) {
                int place = place(schema, column);
                columns.add(new Column<>(
                        column, kind, row -> ColumnValues.of(record.apply(row).get(place))));
            }
            return this;
        }

        private static int place(Schema schema, String column) {
            return Stream.of(column, column.replaceFirst("_micros$", ""))
                    .map(name -> schema.getField(CaseFormat.LOWER_UNDERSCORE.to(CaseFormat.LOWER_CAMEL, name)))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "column " + column + " must be a field of " + schema.getName() + " but is none"))
                    .pos();
        }

        /** The first record of a key stays. */
        public StoreTable<E> keepFirst() {
            return new StoreTable<>(this);
        }

        /** See {@link ConflictRule.Newest}. */
        public StoreTable<E> keepNewest(String... ranks) {
            rule = new ConflictRule.Newest(List.of(ranks));
            return new StoreTable<>(this);
        }

        /** See {@link ConflictRule.Where}. */
        public StoreTable<E> replaceWhere(String condition) {
            rule = new ConflictRule.Where(condition);
            return new StoreTable<>(this);
        }
    }
}
