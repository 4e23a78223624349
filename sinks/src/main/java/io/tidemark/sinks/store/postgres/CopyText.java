package io.tidemark.sinks.store.postgres;

import io.tidemark.sinks.store.jdbc.Column;
import io.tidemark.sinks.store.jdbc.EventRow;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows in the text format of COPY: fields apart by tabs, {@code \N} for null, backslash, tab and line ends escaped
 * (https://www.postgresql.org/docs/current/sql-copy.html). Before its columns each row has its number, from 0.
 */
final class CopyText<E> {
    private final List<Column<E>> columns;
    private final StringBuilder text = new StringBuilder();
    private long count;

    CopyText(List<Column<E>> columns) {
        this.columns = columns;
    }

    void add(EventRow<E> row) {
        text.append(count++);
        for (Column<E> column : columns) {
            text.append('\t');
            append(column.of(row));
        }
        text.append('\n');
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** The rows so far, which are forgotten here. */
    byte[] take() {
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        clear();
        return bytes;
    }

    void clear() {
        text.setLength(0);
        count = 0;
    }

    private void append(@Nullable Object value) {
        if (value == null) {
            text.append("\\N");
        } else if (value instanceof byte[] bytes) {
            text.append("\\\\x").append(HexFormat.of().formatHex(bytes));
        } else if (value instanceof String string) {
            escape(PostgresText.of(string));
        } else {
            text.append(value);
        }
    }

    private void escape(String string) {
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            switch (c) {
                case '\\' -> text.append("\\\\");
                case '\t' -> text.append("\\t");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                default -> text.append(c);
            }
        }
    }
}
