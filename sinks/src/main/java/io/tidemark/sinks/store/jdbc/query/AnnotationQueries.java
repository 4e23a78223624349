package io.tidemark.sinks.store.jdbc.query;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.annotation.TimeAnnotation;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowFields;
import io.tidemark.sinks.store.read.AnnotationQuery;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Reads annotations. */
public final class AnnotationQueries {
    private static final String BETWEEN =
            "SELECT * FROM annotations WHERE team = ? AND at_micros >= ? AND at_micros <= ?"
                    + " ORDER BY at_micros DESC, annotation LIMIT ";
    private static final String ONE = "SELECT * FROM annotations WHERE team = ? AND annotation = ?";

    private AnnotationQueries() {}

    /** Newest first. */
    public static List<TimeAnnotation> rows(QueryRunner reads, AnnotationQuery query) {
        return reads.list(
                BETWEEN + query.limit(),
                AnnotationQueries::row,
                query.team().name(),
                ColumnValues.micros(query.from()),
                ColumnValues.micros(query.until()));
    }

    /** The team's annotation of that id. */
    public static Optional<TimeAnnotation> one(QueryRunner reads, Team team, String id) {
        return reads.list(ONE, AnnotationQueries::row, team.name(), id).stream().findFirst();
    }

    private static TimeAnnotation row(RowFields fields) throws SQLException {
        return new TimeAnnotation(
                new Team(fields.text("team")),
                fields.text("annotation"),
                fields.instant("at_micros"),
                fields.text("text"),
                new TimeAnnotation.Subject(given(fields, "target"), given(fields, "experiment"), given(fields, "run")),
                fields.text("set_by"),
                fields.instant("appended_micros"));
    }

    private static Optional<String> given(RowFields fields, String column) throws SQLException {
        return Optional.of(fields.text(column)).filter(text -> !text.isEmpty());
    }
}
