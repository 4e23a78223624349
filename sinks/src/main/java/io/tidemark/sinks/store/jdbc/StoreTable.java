package io.tidemark.sinks.store.jdbc;

import static java.util.stream.Collectors.joining;

import io.tidemark.sinks.store.jdbc.Column.Kind;
import io.tidemark.sinks.store.jdbc.Column.Value;
import java.util.ArrayList;
import java.util.List;

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
