package io.tidemark.sinks.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The views for others to read. They hold nothing, so a migration drops them before and makes them anew after. */
record StoreViews(String script) {
    private static final Pattern NAME = Pattern.compile("CREATE VIEW (\\w+)");

    void drop(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>(names());
        Collections.reverse(names);
        for (String name : names) {
            Transactions.execute(connection, "DROP VIEW IF EXISTS " + name);
        }
    }

    void make(Connection connection) throws SQLException {
        Transactions.execute(connection, script);
    }

    private List<String> names() {
        return NAME.matcher(script)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
