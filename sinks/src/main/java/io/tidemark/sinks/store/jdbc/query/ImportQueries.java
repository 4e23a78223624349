package io.tidemark.sinks.store.jdbc.query;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowFields;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.run.ImportRow;
import io.tidemark.sinks.store.read.run.QualityRow;
import io.tidemark.sinks.store.read.run.RunKey;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads what imports brought beside runs and steps. */
public final class ImportQueries {
    static final TypeReference<ImportRow> MARK = new TypeReference<>() {};

    private final QueryRunner reads;

    public ImportQueries(QueryRunner reads) {
        this.reads = reads;
    }

    public List<QualityRow> quality(RunFilter filter) {
        RunCondition chosen = RunCondition.by(filter);
        return reads.list(
                "SELECT * FROM quality JOIN runs USING (team, run) WHERE " + chosen.where()
                        + " ORDER BY started_micros DESC, run DESC, task, metric, filter",
                ImportQueries::quality,
                chosen.parameters().toArray());
    }

    private static QualityRow quality(RowFields fields) throws SQLException {
        OptionalInt higherIsBetter = fields.integerIfAny("higher_is_better");
        return new QualityRow(
                new RunKey(new Team(fields.text("team")), fields.text("run")),
                fields.text("task"),
                fields.text("metric"),
                fields.text("filter"),
                fields.real("value"),
                fields.realIfAny("stderr"),
                fields.longIntegerIfAny("n"),
                higherIsBetter.isPresent() ? Optional.of(higherIsBetter.getAsInt() != 0) : Optional.empty());
    }
}
