package io.tidemark.sinks.store.jdbc.session;

import io.tidemark.sinks.store.BaselineRunException;
import io.tidemark.sinks.store.jdbc.Dialect;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowUpdates;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.PruneScope;
import io.tidemark.sinks.store.retention.PrunedRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Takes out rows of a run; counts them first, or only. */
public final class RunPruning {
    private static final List<String> RAW = List.of("requests", "window_stats");

    /** Parts before what they belong to, so that each is counted. */
    public static final List<String> OF_A_RUN = List.of(
            "requests",
            "window_stats",
            "window_hours",
            "pending_hours",
            "step_block_metrics",
            "step_blocks",
            "step_metrics",
            "step_objectives",
            "step_results",
            "segment_metrics",
            "segment_objectives",
            "segment_results",
            "breaches",
            "quality",
            "annotations",
            "steps",
            "objectives",
            "run_activity",
            "runs");

    private static final String PHASES_WITHOUT_RUNS =
            "DELETE FROM phases WHERE team = ? AND NOT EXISTS (SELECT 1 FROM runs"
                    + " WHERE runs.team = phases.team AND runs.experiment = phases.experiment AND runs.phase = phases.phase)";
    private static final String REGRESSIONS_WITHOUT_RUNS =
            "DELETE FROM regressions WHERE team = ? AND (soak_run = ? OR NOT EXISTS " + phase("base_phase")
                    + " OR NOT EXISTS " + phase("candidate_phase") + ")";

    private static final String TUNES_WITHOUT_RUNS =
            "DELETE FROM tunes WHERE team = ? AND activity <> 'RUNNING' AND NOT EXISTS (SELECT 1 FROM runs"
                    + " WHERE runs.team = tunes.team AND runs.experiment = tunes.experiment)";
    private static final String TRIALS_WITHOUT_TUNE =
            "DELETE FROM trials WHERE team = ? AND NOT EXISTS (SELECT 1 FROM tunes"
                    + " WHERE tunes.team = trials.team AND tunes.tune = trials.tune)";

    private static final String BASELINES =
            "SELECT baseline FROM baseline_runs WHERE team = ? AND run = ? ORDER BY baseline";

    private RunPruning() {}

    private static String phase(String column) {
        return "(SELECT 1 FROM phases WHERE phases.team = regressions.team AND phases.experiment = regressions.experiment"
                + " AND phases.phase = regressions." + column + ")";
    }

    private static List<String> tables(PruneScope scope) {
        return scope == PruneScope.RAW ? RAW : OF_A_RUN;
    }

    /** @throws BaselineRunException if all of a run is to go and a baseline names it */
    static PrunedRows prune(Dialect dialect, Connection connection, RunKey run, PruneScope scope) throws SQLException {
        RowUpdates updates = new RowUpdates(dialect, connection);
        if (scope == PruneScope.RUNS) {
            updates.lockRun(run);
            requireNoBaseline(connection, run);
        }
        Map<String, Long> rows = new LinkedHashMap<>();
        for (String table : tables(scope)) {
            rows.put(table, update(updates, "DELETE FROM " + table + " WHERE team = ? AND run = ?", run));
        }
        if (scope == PruneScope.RUNS) {
            rows.put("phases", update(updates, PHASES_WITHOUT_RUNS, run));
            rows.put("regressions", update(updates, REGRESSIONS_WITHOUT_RUNS, run));
            rows.put("tunes", update(updates, TUNES_WITHOUT_RUNS, run));
            rows.put("trials", update(updates, TRIALS_WITHOUT_TUNE, run));
        }
        return new PrunedRows(rows);
    }

    /** What {@link #prune} would take out of the run's own tables. */
    static PrunedRows count(QueryRunner reads, RunKey run, PruneScope scope) {
        Map<String, Long> rows = new LinkedHashMap<>();
        reads.snapshot(() -> {
            for (String table : tables(scope)) {
                rows.put(
                        table,
                        reads.list(
                                        "SELECT COUNT(*) AS count FROM " + table + " WHERE team = ? AND run = ?",
                                        fields -> fields.longInteger("count"),
                                        run.team().name(),
                                        run.run())
                                .get(0));
            }
            return rows;
        });
        return new PrunedRows(rows);
    }

    private static void requireNoBaseline(Connection connection, RunKey run) throws SQLException {
        List<String> names = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(BASELINES)) {
            statement.setString(1, run.team().name());
            statement.setString(2, run.run());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
            }
        }
        if (!names.isEmpty()) {
            throw new BaselineRunException(run, names);
        }
    }

    private static long update(RowUpdates updates, String sql, RunKey run) throws SQLException {
        String team = run.team().name();
        return sql.contains("run = ?") ? updates.execute(sql, team, run.run()) : updates.execute(sql, team);
    }
}
