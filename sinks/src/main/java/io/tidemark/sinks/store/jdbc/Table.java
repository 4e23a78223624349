package io.tidemark.sinks.store.jdbc;

import static java.util.stream.Collectors.joining;

import io.tidemark.sinks.store.jdbc.Column.Kind;
import io.tidemark.sinks.store.jdbc.Column.Value;
import java.util.ArrayList;
import java.util.List;

/** A table as the sink writes it: columns, natural key, and the rule by which a record replaces one of the same key. */
final class Table<E> {
    private final String name;
    private final String rule;
    private final List<Column<E>> columns;

    private Table(Builder<E> builder) {
        this.name = builder.name;
        this.rule = builder.rule;
        this.columns = List.copyOf(builder.columns);
    }

    /** A table whose first column is the team. */
    static <E> Builder<E> named(String name) {
        return new Builder<E>(name).key("team", row -> row.team().name());
    }

    List<Column<E>> columns() {
        return columns;
    }

    String upsert() {
        String names = columns.stream().map(Column::name).collect(joining(", "));
        String marks = columns.stream().map(column -> "?").collect(joining(", "));
        return "INSERT INTO " + name + " (" + names + ") VALUES (" + marks + ") ON CONFLICT (" + keys() + ") DO "
                + onConflict();
    }

    private String onConflict() {
        if (rule.isEmpty()) {
            return "NOTHING";
        }
        String sets = columns.stream()
                .filter(column -> column.kind() == Kind.DATA)
                .map(column -> column.name() + " = excluded." + column.name())
                .collect(joining(", "));
        return "UPDATE SET " + sets + " WHERE " + rule;
    }

    private String keys() {
        return columns.stream()
                .filter(column -> column.kind() == Kind.KEY)
                .map(Column::name)
                .collect(joining(", "));
    }

    static final class Builder<E> {
        private final String name;
        private final List<Column<E>> columns = new ArrayList<>();
        private String rule = "";

        private Builder(String name) {
            this.name = name;
        }

        Builder<E> key(String column, Value<E> value) {
            columns.add(new Column<>(column, Kind.KEY, value));
            return this;
        }

        Builder<E> column(String column, Value<E> value) {
            columns.add(new Column<>(column, Kind.DATA, value));
            return this;
        }

        /** The first record of a key stays. */
        Table<E> keepFirst() {
            return new Table<>(this);
        }

        /** A record replaces the one of its key where this SQL condition holds; {@code excluded} is the new one. */
        Table<E> replaceWhere(String condition) {
            rule = condition;
            return new Table<>(this);
        }
    }
}
