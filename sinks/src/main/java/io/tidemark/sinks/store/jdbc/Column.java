package io.tidemark.sinks.store.jdbc;

import org.jspecify.annotations.Nullable;

/** A column and where its value comes from. */
public record Column<E>(String name, Kind kind, Value<E> value) {
    /** What a key has where its number is none: a key must not be null, and no NaN is equal to another. */
    static final double NO_NUMBER = Double.NEGATIVE_INFINITY;

    /** What a column is in its table. */
    public enum Kind {
        /** Part of the natural key. */
        KEY,
        /** Replaced by a later record. */
        DATA
    }

    /** Gives a column's value; must not throw, whatever the event holds: a record that decodes can be stored. */
    @FunctionalInterface
    public interface Value<E> {
        @Nullable
        Object of(EventRow<E> row);
    }

    /** The value as databases agree on it: flags are 0 or 1, and what is not a number is null, or {@link #NO_NUMBER} in a key. */
    public @Nullable Object of(EventRow<E> row) {
        Object given = value.of(row);
        if (given instanceof Boolean flag) {
            return ColumnValues.flag(flag);
        }
        if (given instanceof Double number && number.isNaN()) {
            return kind == Kind.KEY ? (Double) NO_NUMBER : null;
        }
        return given;
    }
}
