package io.tidemark.reports.compare.document;

import io.tidemark.reports.compare.ComparedRun;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.ValueText;
import java.util.List;

/** The runs that were compared, so that each can be looked at by itself. */
final class RunTable {
    private final List<ComparedSide> sides;

    RunTable(List<ComparedSide> sides) {
        this.sides = List.copyOf(sides);
    }

    Block.Table table() {
        List<List<Cell>> rows = sides.stream()
                .flatMap(side -> side.runs().stream().map(run -> row(side, run)))
                .toList();
        return new Block.Table(
                List.of(
                        Column.left("side"),
                        Column.left("run"),
                        Column.left("began"),
                        Column.right("requests"),
                        Column.right("errors"),
                        Column.left("imported, lacks")),
                rows);
    }

    private static List<Cell> row(ComparedSide side, ComparedRun run) {
        long due = run.steps().stream()
                .mapToLong(step -> step.result().counts().due())
                .sum();
        long ok = run.steps().stream()
                .mapToLong(step -> step.result().counts().ok())
                .sum();
        String lacks = run.row()
                .imported()
                .map(from ->
                        "from " + from.tool() + (from.lacks().isEmpty() ? "" : ": " + String.join("; ", from.lacks())))
                .orElse("");
        return List.of(
                Cell.of(side.name()),
                Cell.of(run.id()),
                Cell.of(ValueFormat.stamp(run.row().started())),
                Cell.of(ValueText.count(due)),
                Cell.of(ValueText.count(due - ok)),
                Cell.of(lacks));
    }
}
