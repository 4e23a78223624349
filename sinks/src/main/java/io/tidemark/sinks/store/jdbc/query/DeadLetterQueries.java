package io.tidemark.sinks.store.jdbc.query;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.read.DeadLetterRow;
import java.util.List;

/** Reads dead letters. */
public final class DeadLetterQueries {
    private static final String BY_REASON = """
            SELECT team, topic, code, COUNT(*) AS records, MIN(reason) AS example, MIN(appended_micros) AS first_micros,
                MAX(appended_micros) AS last_micros
            FROM dead_letters GROUP BY team, topic, code ORDER BY last_micros DESC, team, topic, code""";

    private DeadLetterQueries() {}

    /** By topic and reason, the newest first. */
    public static List<DeadLetterRow> all(QueryRunner reads) {
        return reads.list(
                BY_REASON,
                fields -> new DeadLetterRow(
                        new Team(fields.text("team")),
                        fields.text("topic"),
                        fields.text("code"),
                        fields.longInteger("records"),
                        fields.text("example"),
                        fields.instant("first_micros"),
                        fields.instant("last_micros")));
    }
}
