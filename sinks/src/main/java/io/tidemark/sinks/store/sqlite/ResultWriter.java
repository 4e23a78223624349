package io.tidemark.sinks.store.sqlite;

import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.StepResult;
import io.tidemark.sinks.store.sqlite.ResultTables.Part;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Writes step results with their parts: where a result replaces another, so do all of its parts. Not thread-safe. */
final class ResultWriter implements AutoCloseable {
    private static final String OF_RESULT =
            " WHERE team = ? AND run = ? AND step = ? AND target = ? AND request_class = ?";

    private final TableWriter<StepResult> results;
    private final TableWriter<Part<MetricResult>> metrics;
    private final TableWriter<Part<ObjectiveResult>> objectives;
    private final List<PreparedStatement> clearing;

    ResultWriter(Connection connection) throws SQLException {
        this.results = new TableWriter<>(connection, ResultTables.results());
        this.metrics = new TableWriter<>(connection, ResultTables.metrics());
        this.objectives = new TableWriter<>(connection, ResultTables.objectives());
        this.clearing = List.of(
                connection.prepareStatement("DELETE FROM step_metrics" + OF_RESULT),
                connection.prepareStatement("DELETE FROM step_objectives" + OF_RESULT));
    }

    void write(Row<StepResult> row) throws SQLException {
        if (!results.write(row)) {
            return;
        }
        for (PreparedStatement clear : clearing) {
            clear(clear, row);
        }
        StepResult result = row.event();
        for (MetricResult metric : result.getMetrics()) {
            metrics.write(row.with(new Part<>(result, metric)));
        }
        for (ObjectiveResult objective : result.getObjectives()) {
            objectives.write(row.with(new Part<>(result, objective)));
        }
    }

    private static void clear(PreparedStatement statement, Row<StepResult> row) throws SQLException {
        statement.setString(1, row.team().name());
        statement.setString(2, row.event().getRun());
        statement.setInt(3, row.event().getStep());
        statement.setString(4, row.event().getTarget());
        statement.setString(5, row.event().getRequestClass());
        statement.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        results.close();
        metrics.close();
        objectives.close();
        for (PreparedStatement statement : clearing) {
            statement.close();
        }
    }
}
