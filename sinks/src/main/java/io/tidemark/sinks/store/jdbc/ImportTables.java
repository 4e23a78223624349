package io.tidemark.sinks.store.jdbc;

import io.tidemark.events.RunState;
import io.tidemark.sinks.store.Change;
import io.tidemark.sinks.store.jdbc.ControlTables.Published;
import io.tidemark.sinks.store.read.QualityRow;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What an import writes beside the tables of every run. */
final class ImportTables {
    private ImportTables() {}

    /** The state of a run with its mark; the last import of it holds. */
    static Table<Change.Imported> runs() {
        Table.Builder<Change.Imported> table = ControlTables.runColumns(
                row -> new Published<>(at(row.event().run()), row.event().run()));
        return table.column("imported", row -> Stored.json(row.event().mark())).keepNewest("{row}.at_micros");
    }

    static Table<QualityRow> quality() {
        return Table.<QualityRow>named("quality")
                .key("run", row -> row.event().run().run())
                .key("task", row -> row.event().task())
                .key("metric", row -> row.event().metric())
                .key("filter", row -> row.event().filter())
                .column("value", row -> row.event().value())
                .column("stderr", row -> orNull(row.event()))
                .column("n", row -> countOrNull(row.event()))
                .column(
                        "higher_is_better",
                        row -> row.event().higherIsBetter().map(Stored::flag).orElse(null))
                .replaceWhere("1 = 1");
    }

    /** When the state of an imported run is of: its end, which its files tell. */
    static Instant at(RunState run) {
        return Objects.requireNonNullElse(run.getEnded(), run.getStarted());
    }

    private static @Nullable Double orNull(QualityRow row) {
        return row.stderr().isPresent() ? (Double) row.stderr().getAsDouble() : null;
    }

    private static @Nullable Long countOrNull(QualityRow row) {
        return row.n().isPresent() ? (Long) row.n().getAsLong() : null;
    }
}
