package io.tidemark.reports.tune.document;

import io.tidemark.analysis.sweep.MeasuredPhase;
import io.tidemark.analysis.sweep.SweepMatrix;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.tune.Configuration;
import io.tidemark.reports.tune.GoalUnit;
import io.tidemark.reports.tune.SweptFlags;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.reports.tune.TuneStart;
import io.tidemark.schemas.ValueText;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Two flags against each other: the best value that a pair of their values reached, and what was infeasible. */
final class MatrixBlocks {
    private final TuneReport report;
    private final SweepMatrix matrix;

    MatrixBlocks(TuneReport report, SweepMatrix matrix) {
        this.report = report;
        this.matrix = matrix;
    }

    List<Block> blocks() {
        String rowFlag = matrix.rowFlag().name();
        String columnFlag = matrix.columnFlag().name();
        Columns<List<SweepMatrix.Cell>> columns = new Columns<List<SweepMatrix.Cell>>()
                .left(rowFlag, row -> row.get(0).row());
        List<String> values = matrix.columnFlag().values();
        for (int i = 0; i < values.size(); i++) {
            int at = i;
            columns.rightCell(columnFlag + " " + values.get(i), row -> cell(row.get(at)));
        }
        boolean others = report.flags().names().size() > 2;
        return List.of(
                new Block.Heading(rowFlag + " against " + columnFlag),
                columns.table(matrix.rows()),
                Block.muted(report.goal().label() + GoalUnit.of(report)
                        + (others ? ", of the best configuration with each pair of values" : "")
                        + "; in parentheses over the "
                        + report.base().map(Configuration::phase).orElse("default")
                        + "."));
    }

    private Cell cell(SweepMatrix.Cell cell) {
        Comparator<MeasuredPhase> byValue = Comparator.comparingDouble(MeasuredPhase::value);
        Optional<MeasuredPhase> best =
                report.goal().lowerIsBetter() ? cell.phases().stream().min(byValue) : cell.best();
        return best.map(phase -> Cell.of(ValueText.digits(phase.value()) + ratio(phase)))
                .orElseGet(() -> infeasible(cell));
    }

    private String ratio(MeasuredPhase phase) {
        return report.configuration(phase.name())
                .flatMap(one -> report.comparison().ratio(one))
                .map(ratio -> " (" + ratio.format() + ")")
                .orElse("");
    }

    private Cell infeasible(SweepMatrix.Cell cell) {
        return report.configurations().stream()
                .filter(one -> SweptFlags.value(one, matrix.rowFlag().name()).equals(cell.row()))
                .filter(one -> SweptFlags.value(one, matrix.columnFlag().name()).equals(cell.column()))
                .flatMap(one -> one.failure().stream())
                .map(TuneStart::trial)
                .findFirst()
                .map(trial -> new Cell(trial.failure(), Tone.BAD))
                .orElse(new Cell("not measured", Tone.MUTED));
    }
}
