package io.tidemark.sinks.store.jdbc.table;

import io.tidemark.events.RunState;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.StoreTable;
import io.tidemark.sinks.store.jdbc.table.ControlTables.Published;
import io.tidemark.sinks.store.read.run.QualityRow;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What an import writes beside the tables of every run. */
public final class ImportTables {
    private ImportTables() {}

    /** The state of a run with its mark; the last import of it holds. */
    public static StoreTable<StoreChange.ImportedRun> runs() {
        StoreTable.Builder<StoreChange.ImportedRun> table = ControlTables.runColumns(
                row -> new Published<>(at(row.event().run()), row.event().run()));
        return table.column("imported", row -> ColumnValues.json(row.event().mark()))
                .keepNewest("{row}.at_micros");
    }

    public static StoreTable<QualityRow> quality() {
        return StoreTable.<QualityRow>named("quality")
                .key("run", row -> row.event().run().run())
                .key("task", row -> row.event().task())
                .key("metric", row -> row.event().metric())
                .key("filter", row -> row.event().filter())
                .column("value", row -> row.event().value())
                .column("stderr", row -> orNull(row.event()))
                .column("n", row -> countOrNull(row.event()))
                .column("higher_is_better", row -> row.event().higherIsBetter().orElse(null))
                .replaceWhere("1 = 1");
    }

    /** When the state of an imported run is of: its end, which its files give. */
    public static Instant at(RunState run) {
        return Objects.requireNonNullElse(run.getEnded(), run.getStarted());
    }

    private static @Nullable Double orNull(QualityRow row) {
        return row.stderr().isPresent() ? (Double) row.stderr().getAsDouble() : null;
    }

    private static @Nullable Long countOrNull(QualityRow row) {
        return row.n().isPresent() ? (Long) row.n().getAsLong() : null;
    }
}
