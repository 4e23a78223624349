package io.tidemark.sinks.store.jdbc.query;

import io.tidemark.events.Outcome;
import io.tidemark.events.TokenSource;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.read.RequestVisitor;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.step.ErrorRow;
import io.tidemark.sinks.store.read.step.RequestTotalsRow;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Reads what only single requests can tell. */
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

    public RequestTotalsRow facts(RunKey run, int step) {
        Map<TokenSource, Long> sources = new EnumMap<>(TokenSource.class);
        reads.list(
                "SELECT token_source, COUNT(*) AS count" + OF_STEP + " AND outcome = 'OK' GROUP BY token_source",
                fields -> sources.put(fields.constant("token_source", TokenSource.class), fields.longInteger("count")),
                run.team().name(),
                run.run(),
                step);
        List<ErrorRow> errors = errors(run, step);
        return reads.list(
                        "SELECT COUNT(*) AS retried, COALESCE(SUM(attempts - 1), 0) AS retries" + OF_STEP
                                + " AND attempts > 1",
                        fields -> new RequestTotalsRow(
                                sources, fields.longInteger("retried"), fields.longInteger("retries"), errors),
                        run.team().name(),
                        run.run(),
                        step)
                .get(0);
    }

    private List<ErrorRow> errors(RunKey run, int step) {
        return reads.list(
                "SELECT outcome, http_status, error_type, error_code, MIN(error_text) AS error_text, COUNT(*) AS count"
                        + OF_STEP
                        + " AND outcome <> 'OK' GROUP BY outcome, http_status, error_type, error_code"
                        + " ORDER BY count DESC, http_status NULLS FIRST, error_type NULLS FIRST, error_code NULLS FIRST",
                fields -> new ErrorRow(
                        fields.constant("outcome", Outcome.class),
                        fields.integerIfAny("http_status"),
                        fields.textIfAny("error_type"),
                        fields.textIfAny("error_code"),
                        fields.textIfAny("error_text"),
                        fields.longInteger("count")),
                run.team().name(),
                run.run(),
                step);
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
