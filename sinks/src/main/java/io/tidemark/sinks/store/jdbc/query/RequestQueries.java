package io.tidemark.sinks.store.jdbc.query;

import io.tidemark.events.Outcome;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.read.RequestVisitor;
import io.tidemark.sinks.store.read.run.RunKey;
import java.util.EnumMap;
import java.util.Map;

/** Reads what only single requests can show. */
public final class RequestQueries {
    private static final String OF_STEP =
            " FROM requests WHERE team = ? AND run = ? AND step = ? AND part = 'MEASURED'";

    private final QueryRunner reads;

    public RequestQueries(QueryRunner reads) {
        this.reads = reads;
    }

    public Map<Outcome, Long> outcomes(RunKey run, int step) {
        Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
        reads.list(
                "SELECT outcome, COUNT(*) AS count" + OF_STEP + " GROUP BY outcome",
                fields -> outcomes.put(fields.constant("outcome", Outcome.class), fields.longInteger("count")),
                run.team().name(),
                run.run(),
                step);
        return outcomes;
    }

    public long count(RunKey run) {
        return reads.list(
                        "SELECT COUNT(*) AS count FROM requests WHERE team = ? AND run = ?",
                        fields -> fields.longInteger("count"),
                        run.team().name(),
                        run.run())
                .get(0);
    }

    public void scan(RunKey run, RequestVisitor scan) {
        reads.stream(
                "SELECT " + RequestRowCursor.COLUMNS
                        + " FROM requests WHERE team = ? AND run = ? AND part = 'MEASURED'",
                rows -> {
                    RequestRowCursor row = new RequestRowCursor(rows);
                    while (row.next()) {
                        scan.visit(row);
                    }
                },
                run.team().name(),
                run.run());
    }
}
