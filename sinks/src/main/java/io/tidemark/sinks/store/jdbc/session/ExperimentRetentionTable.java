package io.tidemark.sinks.store.jdbc.session;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowFields;
import io.tidemark.sinks.store.jdbc.RowUpdates;
import io.tidemark.sinks.store.retention.ExperimentRetention;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The table of experiments with a retention of their own. */
final class ExperimentRetentionTable {
    private static final String KEEP =
            "INSERT INTO retentions (team, experiment, requests_seconds, windows_seconds, hours_seconds)"
                    + " VALUES (?, ?, ?, ?, ?) ON CONFLICT (team, experiment) DO UPDATE"
                    + " SET requests_seconds = excluded.requests_seconds, windows_seconds = excluded.windows_seconds,"
                    + " hours_seconds = excluded.hours_seconds";

    private ExperimentRetentionTable() {}

    static void upsert(RowUpdates updates, ExperimentRetention kept) throws SQLException {
        String team = kept.team().name();
        updates.execute(ChangeWriter.TEAM, team);
        updates.execute(
                KEEP,
                team,
                kept.experiment(),
                kept.requests().toSeconds(),
                kept.windows().toSeconds(),
                kept.hours().map(Duration::toSeconds).orElse(null));
    }

    static void delete(RowUpdates updates, Team team, String experiment) throws SQLException {
        updates.execute("DELETE FROM retentions WHERE team = ? AND experiment = ?", team.name(), experiment);
    }

    static List<ExperimentRetention> all(QueryRunner reads) {
        return reads.list(
                "SELECT * FROM retentions ORDER BY team, experiment",
                fields -> new ExperimentRetention(
                        new Team(fields.text("team")),
                        fields.text("experiment"),
                        Duration.ofSeconds(fields.longInteger("requests_seconds")),
                        Duration.ofSeconds(fields.longInteger("windows_seconds")),
                        hours(fields)));
    }

    private static Optional<Duration> hours(RowFields fields) throws SQLException {
        OptionalLong seconds = fields.longIntegerIfAny("hours_seconds");
        return seconds.isPresent() ? Optional.of(Duration.ofSeconds(seconds.getAsLong())) : Optional.empty();
    }
}
