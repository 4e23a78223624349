package io.tidemark.sinks.store.postgres;

import java.util.regex.Pattern;

/**
 * Makes PostgreSQL's SQL of a migration's. Text is ordered by code point, as SQLite orders it; a paragraph that begins with
 * {@code -- sqlite only} goes. Numbers with a point are double precision, as in SQLite.
 * Rows do not refer to their team: each would lock the team's row to look it up, and the sink stores the team before.
 */
final class PostgresMigrationSql {
    private static final Pattern SQLITE_ONLY = Pattern.compile("(?ms)^-- sqlite only.*?(^\\s*$|\\z)");
    /** None for what lies before the server's first timestamp: one such row would fail each query of its view. */
    private static final String TIMESTAMP =
            "CASE WHEN $1 > -210000000000000000 THEN to_timestamp($1 / 1000000::double precision) END";

    private static final Pattern TEXT = Pattern.compile("\\bTEXT\\b");

    private PostgresMigrationSql() {}

    static String of(String script) {
        String common = SQLITE_ONLY.matcher(script).replaceAll("");
        return TEXT.matcher(common)
                .replaceAll("TEXT COLLATE \"C\"")
                .replaceAll("\\bINTEGER\\b", "BIGINT")
                .replaceAll("\\bREAL\\b", "DOUBLE PRECISION")
                .replaceAll("\\bBLOB\\b", "BYTEA")
                .replaceAll("\\) STRICT;", ");")
                .replaceAll("\\b(\\d+)\\.0\\b", "$1::double precision")
                .replaceAll("\\bUTC\\(([a-z_.]+)\\)", TIMESTAMP)
                .replace(" REFERENCES teams (team)", "");
    }
}
