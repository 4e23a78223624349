package io.tidemark.reports.compare.document;

import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.run.MeasuredRun;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.ImportRow;
import io.tidemark.sinks.store.read.step.StepCountsRow;
import java.util.List;
import java.util.function.ToLongFunction;

/** The runs that were compared, so that each can be looked at by itself. */
final class RunTable {
    private static final Columns<SideRun> COLUMNS = new Columns<SideRun>()
            .left("side", row -> row.side().name())
            .left("run", row -> row.run().id())
            .left("began", row -> ValueFormat.stamp(row.run().row().started()))
            .right("requests", row -> ValueText.count(row.sum(StepCountsRow::due)))
            .right("errors", row -> ValueText.count(row.sum(StepCountsRow::due) - row.sum(StepCountsRow::ok)))
            .left(
                    "imported, lacks",
                    row -> row.run().row().imported().map(RunTable::origin).orElse(""));

    private RunTable() {}

    private record SideRun(ComparedSide side, MeasuredRun run) {
        long sum(ToLongFunction<StepCountsRow> count) {
            return run.steps().stream()
                    .map(step -> step.counts())
                    .mapToLong(count)
                    .sum();
        }
    }

    static Block.Table of(List<ComparedSide> sides) {
        return COLUMNS.table(sides.stream()
                .flatMap(side -> side.runs().stream().map(run -> new SideRun(side, run)))
                .toList());
    }

    private static String origin(ImportRow from) {
        return "from " + from.tool() + (from.lacks().isEmpty() ? "" : ": " + String.join("; ", from.lacks()));
    }
}
