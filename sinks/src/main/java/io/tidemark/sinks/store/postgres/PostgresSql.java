package io.tidemark.sinks.store.postgres;

import java.util.regex.Pattern;

/**
 * Makes PostgreSQL's SQL of a migration's. Text is ordered by code point, as SQLite orders it; a paragraph that begins with
 * {@code -- sqlite only} goes.
 */
final class PostgresSql {
    private static final Pattern SQLITE_ONLY = Pattern.compile("(?ms)^-- sqlite only.*?(^\\s*$|\\z)");
    private static final Pattern TEXT = Pattern.compile("\\bTEXT\\b");

    private PostgresSql() {}

    static String of(String script) {
        String common = SQLITE_ONLY.matcher(script).replaceAll("");
        return TEXT.matcher(common)
                .replaceAll("TEXT COLLATE \"C\"")
                .replaceAll("\\bINTEGER\\b", "BIGINT")
                .replaceAll("\\bREAL\\b", "DOUBLE PRECISION")
                .replaceAll("\\bBLOB\\b", "BYTEA")
                .replaceAll("\\) STRICT;", ");");
    }
}
