package io.tidemark.sinks.store.jdbc;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Lets queries of this version read a store that has not seen the last migrations: a common table expression of the table's name
 * adds each column that is missing there, with the default that its migration gives to the rows that it finds.
 */
final class MissingColumns {
    private static final String TYPES = "(TEXT COLLATE \"C\"|TEXT|INTEGER|BIGINT|REAL|DOUBLE PRECISION|BLOB|BYTEA)";
    private static final Pattern COLUMN = Pattern.compile(
            "ALTER TABLE (\\w+) ADD COLUMN (\\w+) " + TYPES + "(?: NOT NULL)?(?: DEFAULT ('[^']*'|[-\\w.]+))?;");
    private static final Pattern TABLE =
            Pattern.compile("(?ms)^CREATE TABLE (\\w+) \\((.*?)^\\)(?: STRICT| PARTITION BY RANGE \\(\\w+\\))?;");
    private static final Pattern COLUMN_OF_TABLE = Pattern.compile("(?m)^ {4}([a-z0-9_]+) " + TYPES);

    private final Dialect dialect;
    /** The expression by table; only of tables that lack something. */
    private final Map<String, String> expressions = new LinkedHashMap<>();

    /** @param missing the migrations that the store has not seen */
    MissingColumns(Dialect dialect, List<Migration> missing) {
        this.dialect = dialect;
        Map<String, List<String>> columns = new LinkedHashMap<>();
        Set<String> tables = new HashSet<>();
        for (Migration migration : missing) {
            TABLE.matcher(migration.script()).results().forEach(table -> {
                tables.add(table.group(1));
                columns.put(table.group(1), columnsOf(table.group(2)));
            });
            COLUMN.matcher(migration.script())
                    .results()
                    .forEach(column -> columns.computeIfAbsent(column.group(1), table -> new ArrayList<>())
                            .add(added(column)));
        }
        columns.forEach((table, all) ->
                expressions.put(table, tables.contains(table) ? withoutRows(table, all) : widened(table, all)));
    }

    /** A table that is not there yet is one without rows. */
    private static String withoutRows(String table, List<String> columns) {
        return table + " AS (SELECT " + String.join(", ", columns) + " WHERE 1 = 0)";
    }

    private String widened(String table, List<String> columns) {
        return table + " AS (SELECT " + table + ".*, " + String.join(", ", columns) + " FROM " + dialect.stored(table)
                + ")";
    }

    private static List<String> columnsOf(String definition) {
        return COLUMN_OF_TABLE
                .matcher(definition)
                .results()
                .map(column -> typed("NULL", column.group(2)) + " AS " + column.group(1))
                .collect(toCollection(ArrayList::new));
    }

    private static String added(MatchResult column) {
        String value = column.group(4) == null ? "NULL" : column.group(4);
        return typed(value, column.group(3)) + " AS " + column.group(2);
    }

    /** Text keeps the collation of the expression. */
    private static String typed(String value, String type) {
        return "CAST(" + value + " AS " + (type.startsWith("TEXT") ? "TEXT" : type) + ")";
    }

    /** The query as this store can answer it. */
    String over(String sql) {
        String needed = expressions.entrySet().stream()
                .filter(entry -> Pattern.compile("\\b" + entry.getKey() + "\\b")
                        .matcher(sql)
                        .find())
                .map(Map.Entry::getValue)
                .collect(joining(", "));
        return needed.isEmpty() ? sql : "WITH " + needed + " " + sql;
    }
}
