package io.tidemark.app.compare;

import io.tidemark.app.report.Figures;
import io.tidemark.app.report.document.Block;
import io.tidemark.app.report.document.Block.Column;
import io.tidemark.app.report.document.Cell;
import java.util.List;

/** The runs that were compared, so that each can be looked at by itself. */
final class RunList {
    private final List<ComparedSide> sides;

    RunList(List<ComparedSide> sides) {
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
                        Column.right("not ok"),
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
                Cell.of(Figures.stamp(run.row().started())),
                Cell.of(Figures.count(due)),
                Cell.of(Figures.count(due - ok)),
                Cell.of(lacks));
    }
}
