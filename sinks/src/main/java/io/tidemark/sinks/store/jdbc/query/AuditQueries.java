package io.tidemark.sinks.store.jdbc.query;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowFields;
import io.tidemark.sinks.store.jdbc.table.AuditTable;
import io.tidemark.sinks.store.read.AuditQuery;
import io.tidemark.sinks.store.read.AuditRow;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Reads changes of settings and data. */
public final class AuditQueries {
    private static final String SINCE = "SELECT * FROM audit WHERE at_micros >= ?";
    private static final String OF_TEAM = " AND team = ?";
    private static final String NEWEST = " ORDER BY at_micros DESC, team, id LIMIT ";

    private AuditQueries() {}

    /** Newest first. */
    public static List<AuditRow> rows(QueryRunner reads, AuditQuery query) {
        long since = ColumnValues.micros(query.since());
        String last = NEWEST + query.limit();
        return query.team().isPresent()
                ? reads.list(
                        SINCE + OF_TEAM + last,
                        AuditQueries::row,
                        since,
                        query.team().get().name())
                : reads.list(SINCE + last, AuditQueries::row, since);
    }

    private static AuditRow row(RowFields fields) throws SQLException {
        String team = fields.text("team");
        return new AuditRow(
                team.equals(AuditTable.ALL_TEAMS) ? Optional.empty() : Optional.of(new Team(team)),
                fields.text("id"),
                fields.instant("at_micros"),
                fields.text("action"),
                fields.text("subject"),
                fields.json("details", ColumnValues.STRING_MAP),
                fields.text("os_user"),
                fields.text("login"),
                fields.text("host"),
                fields.text("address"));
    }
}
