package io.tidemark.sinks.store.jdbc.session;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowFields;
import io.tidemark.sinks.store.retention.ExperimentRetention;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
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

    static void upsert(Connection connection, ExperimentRetention kept) throws SQLException {
        try (PreparedStatement team = connection.prepareStatement(ChangeWriter.TEAM);
                PreparedStatement statement = connection.prepareStatement(KEEP)) {
            team.setString(1, kept.team().name());
            team.executeUpdate();
            statement.setString(1, kept.team().name());
            statement.setString(2, kept.experiment());
            statement.setLong(3, kept.requests().toSeconds());
            statement.setLong(4, kept.windows().toSeconds());
            statement.setObject(5, kept.hours().map(Duration::toSeconds).orElse(null), Types.BIGINT);
            statement.executeUpdate();
        }
    }

    static void delete(Connection connection, Team team, String experiment) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("DELETE FROM retentions WHERE team = ? AND experiment = ?")) {
            statement.setString(1, team.name());
            statement.setString(2, experiment);
            statement.executeUpdate();
        }
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
