package io.tidemark.sinks.store.jdbc;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.ImportRow;
import io.tidemark.sinks.store.read.QualityRow;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.RunKey;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads what imports brought beside runs and steps. */
final class ImportReads {
    static final TypeReference<ImportRow> MARK = new TypeReference<>() {};

    private final Reads reads;

    ImportReads(Reads reads) {
        this.reads = reads;
    }

    List<QualityRow> quality(RunFilter filter) {
        Chosen chosen = Chosen.by(filter);
        return reads.list(
                "SELECT * FROM quality JOIN runs USING (team, run) WHERE " + chosen.where()
                        + " ORDER BY started_micros DESC, run DESC, task, metric, filter",
                ImportReads::quality,
                chosen.parameters().toArray());
    }

    private static QualityRow quality(Fields fields) throws SQLException {
        OptionalInt higherIsBetter = fields.integerIfAny("higher_is_better");
        return new QualityRow(
                new RunKey(new Team(fields.text("team")), fields.text("run")),
                fields.text("task"),
                fields.text("metric"),
                fields.text("filter"),
                fields.real("value"),
                fields.realIfAny("stderr"),
                fields.wholeIfAny("n"),
                higherIsBetter.isPresent() ? Optional.of(higherIsBetter.getAsInt() != 0) : Optional.empty());
    }
}
