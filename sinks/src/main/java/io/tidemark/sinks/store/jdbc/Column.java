package io.tidemark.sinks.store.jdbc;

import org.jspecify.annotations.Nullable;

/** A column and where its value comes from. */
record Column<E>(String name, Kind kind, Value<E> value) {
    enum Kind {
        /** Part of the natural key. */
        KEY,
        /** Replaced by a later record. */
        DATA
    }

    /** Gives a column's value; must not throw, whatever the event holds: a record that decodes can be stored. */
    @FunctionalInterface
    interface Value<E> {
        @Nullable
        Object of(Row<E> row);
    }
}
