package io.tidemark.sinks.store.jdbc.query;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowFields;
import java.sql.SQLException;
import java.util.List;

/** Reads baselines with their runs. */
public final class BaselineQueries {
    private static final String ALL = "SELECT * FROM baselines ORDER BY team, baseline";
    private static final String RUNS =
            "SELECT run FROM baseline_runs WHERE team = ? AND baseline = ? ORDER BY position";

    private BaselineQueries() {}

    /** By team and name. */
    public static List<Baseline> all(QueryRunner reads) {
        return reads.snapshot(() -> reads.list(ALL, fields -> baseline(reads, fields)));
    }

    private static Baseline baseline(QueryRunner reads, RowFields fields) throws SQLException {
        String team = fields.text("team");
        String name = fields.text("baseline");
        return new Baseline(
                new Team(team),
                name,
                reads.list(RUNS, run -> run.text("run"), team, name),
                fields.text("experiment"),
                fields.text("phase"),
                fields.instant("set_micros"),
                fields.text("set_by"),
                fields.text("reason"));
    }
}
