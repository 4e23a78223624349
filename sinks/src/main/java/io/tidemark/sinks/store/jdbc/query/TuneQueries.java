package io.tidemark.sinks.store.jdbc.query;

import io.tidemark.events.TrialStatus;
import io.tidemark.events.TuneActivity;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowFields;
import io.tidemark.sinks.store.read.tune.TrialRow;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.sql.SQLException;
import java.util.List;

/** Reads tunes and the server starts in them. */
public final class TuneQueries {
    private static final String ALL = "SELECT * FROM tunes ORDER BY started_micros DESC, team, tune";
    private static final String TRIALS = "SELECT * FROM trials WHERE team = ? AND tune = ? ORDER BY number";

    private TuneQueries() {}

    /** Newest first. */
    public static List<TuneRow> all(QueryRunner reads) {
        return reads.list(ALL, TuneQueries::tune);
    }

    /** By number. */
    public static List<TrialRow> trials(QueryRunner reads, Team team, String tune) {
        return reads.list(TRIALS, TuneQueries::trial, team.name(), tune);
    }

    private static TuneRow tune(RowFields fields) throws SQLException {
        return new TuneRow(
                new Team(fields.text("team")),
                fields.text("tune"),
                fields.text("experiment"),
                fields.text("target"),
                fields.text("tuner"),
                fields.text("mode"),
                fields.text("objective"),
                fields.instant("started_micros"),
                fields.constant("activity", TuneActivity.class),
                fields.text("description"),
                fields.integer("planned"),
                fields.integer("ended"),
                fields.integer("infeasible"),
                fields.instantIfAny("expected_end_micros"),
                fields.text("plan"),
                fields.text("schedule"),
                fields.json("identity", ColumnValues.STRING_MAP),
                fields.text("default_phase"),
                fields.text("winner"),
                fields.text("evidence"),
                fields.instant("at_micros"));
    }

    private static TrialRow trial(RowFields fields) throws SQLException {
        return new TrialRow(
                fields.text("tune"),
                fields.integer("number"),
                fields.integer("block"),
                fields.text("purpose"),
                fields.text("experiment"),
                fields.text("phase"),
                fields.json("flags", ColumnValues.STRING_MAP),
                fields.constant("status", TrialStatus.class),
                fields.text("failure"),
                fields.text("description"),
                fields.json("last_lines", ColumnValues.STRINGS),
                fields.text("log"),
                fields.text("command"),
                fields.json("facts", ColumnValues.STRING_MAP),
                fields.json("runs", ColumnValues.STRINGS),
                fields.instant("started_micros"),
                fields.instantIfAny("ended_micros"),
                fields.realIfAny("startup_seconds"),
                fields.realIfAny("first_request_seconds"),
                fields.realIfAny("held_up_to"),
                fields.realIfAny("fails_from"));
    }
}
