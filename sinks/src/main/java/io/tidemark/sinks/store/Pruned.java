package io.tidemark.sinks.store;

import java.util.LinkedHashMap;
import java.util.Map;

/** Rows by table, those of no rows left out. */
public record Pruned(Map<String, Long> rows) {
    public static final Pruned NOTHING = new Pruned(Map.of());

    public Pruned {
        rows = new LinkedHashMap<>(rows);
        rows.values().removeIf(count -> count == 0);
    }

    public Pruned plus(Pruned other) {
        Map<String, Long> sum = new LinkedHashMap<>(rows);
        other.rows.forEach((table, count) -> sum.merge(table, count, Long::sum));
        return new Pruned(sum);
    }

    /** Rows of all tables. */
    public long total() {
        return rows.values().stream().mapToLong(Long::longValue).sum();
    }
}
