package io.tidemark.sinks.store;

import io.tidemark.events.Outcome;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What tests ask of a store that no report asks. */
public final class StoredRows {
    private StoredRows() {}

    /** The first column of every row of an answer, as text. */
    public static List<String> texts(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        }
    }

    /** The values of a metric over the ok requests in the measured part of a run, sorted, nanoseconds. */
    public static List<Long> nanos(ResultReader reader, RunKey run, Metric metric) {
        List<Long> values = new ArrayList<>();
        reader.scanRequests(run, request -> {
            if (request.outcome() == Outcome.OK) {
                request.nanos(metric).ifPresent(values::add);
            }
        });
        Collections.sort(values);
        return values;
    }
}
