package io.tidemark.sinks.store.jdbc.session;

import io.tidemark.events.BlockMetric;
import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.StepBlock;
import io.tidemark.events.StepResult;
import io.tidemark.sinks.store.jdbc.Dialect;
import io.tidemark.sinks.store.jdbc.EventRow;
import io.tidemark.sinks.store.jdbc.RowWriter;
import io.tidemark.sinks.store.jdbc.TableWriter;
import io.tidemark.sinks.store.jdbc.table.BlockTables;
import io.tidemark.sinks.store.jdbc.table.BlockTables.Measured;
import io.tidemark.sinks.store.jdbc.table.ResultTables;
import io.tidemark.sinks.store.jdbc.table.ResultTables.Part;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Writes results of steps, or of segments, with their parts: where a result replaces another, so do all of its parts. Not thread-safe. */
final class ResultWriter {
    private final ResultTables tables;
    private final TableWriter<StepResult> results;
    private final TableWriter<Part<MetricResult>> metrics;
    private final TableWriter<Part<ObjectiveResult>> objectives;
    private final TableWriter<Part<StepBlock>> blocks;
    private final TableWriter<Part<Measured>> blockMetrics;
    private final List<PreparedStatement> clearing = new ArrayList<>();

    ResultWriter(Dialect dialect, Connection connection, ResultTables tables) throws SQLException {
        this.tables = tables;
        this.results = new TableWriter<>(dialect, connection, tables.results());
        this.metrics = new TableWriter<>(dialect, connection, tables.metrics());
        this.objectives = new TableWriter<>(dialect, connection, tables.objectives());
        this.blocks = new TableWriter<>(dialect, connection, BlockTables.blocks());
        this.blockMetrics = new TableWriter<>(dialect, connection, BlockTables.metrics());
        for (String clear : tables.clearing()) {
            clearing.add(connection.prepareStatement(clear));
        }
    }

    void write(EventRow<StepResult> row) throws SQLException {
        if (!results.write(row)) {
            return;
        }
        for (PreparedStatement clear : clearing) {
            clear(clear, row);
        }
        StepResult result = row.event();
        for (MetricResult metric : result.getMetrics()) {
            metrics.add(row.with(new Part<>(result, metric)));
        }
        for (ObjectiveResult objective : result.getObjectives()) {
            objectives.add(row.with(new Part<>(result, objective)));
        }
        metrics.flush();
        objectives.flush();
        if (tables.haveBlocks()) {
            writeBlocks(row, result);
        }
    }

    private void writeBlocks(EventRow<StepResult> row, StepResult result) throws SQLException {
        for (StepBlock block : result.getBlocks()) {
            blocks.add(row.with(new Part<>(result, block)));
            for (BlockMetric metric : block.getMetrics()) {
                blockMetrics.add(row.with(new Part<>(result, new Measured(block, metric))));
            }
        }
        blocks.flush();
        blockMetrics.flush();
    }

    private void clear(PreparedStatement statement, EventRow<StepResult> row) throws SQLException {
        List<Object> key = tables.key(row);
        for (int i = 0; i < key.size(); i++) {
            statement.setObject(i + 1, key.get(i));
        }
        statement.executeUpdate();
    }

    /** Forgets what a failed batch added and did not flush. */
    void discard() throws SQLException {
        for (RowWriter<?> writer : List.of(metrics, objectives, blocks, blockMetrics)) {
            writer.discard();
        }
    }
}
