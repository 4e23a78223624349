package io.tidemark.sinks.store.retention;

import java.util.LinkedHashMap;
import java.util.Map;

/** Rows by table, those of no rows left out. */
public record PrunedRows(Map<String, Long> rows) {
    public static final PrunedRows NOTHING = new PrunedRows(Map.of());

    public PrunedRows {
        rows = new LinkedHashMap<>(rows);
        rows.values().removeIf(count -> count == 0);
    }

    public PrunedRows plus(PrunedRows other) {
        Map<String, Long> sum = new LinkedHashMap<>(rows);
        other.rows.forEach((table, count) -> sum.merge(table, count, Long::sum));
        return new PrunedRows(sum);
    }

    /** Rows of all tables. */
    public long total() {
        return rows.values().stream().mapToLong(Long::longValue).sum();
    }
}
