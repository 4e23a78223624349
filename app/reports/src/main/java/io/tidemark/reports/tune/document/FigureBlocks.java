package io.tidemark.reports.tune.document;

import io.tidemark.analysis.measure.Measure;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.reports.compare.document.ChangeFormat;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.SparseTable;
import io.tidemark.reports.tune.FigureTable;
import io.tidemark.reports.tune.FigureTable.Figure;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Latencies and tokens of all measured configurations at one load. */
final class FigureBlocks {
    private static final double PERCENT = 100;

    private final TuneReport report;
    private final Optional<FigureTable> table;

    FigureBlocks(TuneReport report, Optional<FigureTable> table) {
        this.report = report;
        this.table = table;
    }

    List<Block> blocks() {
        return table.map(this::blocks)
                .orElseGet(() -> List.of(Block.muted(
                        "The configurations have no load in common at which their latencies could stand beside each"
                                + " other.")));
    }

    private List<Block> blocks(FigureTable figures) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(Block.plain(
                figures.at().heldByAll()
                        ? "At " + figures.at().load().format() + ", the highest load that no configuration fails."
                        : "At " + figures.at().load().format()
                                + ". At least one configuration fails there; there is no load that all hold."));
        blocks.add(table(figures));
        blocks.add(Block.muted("Means over starts. Changes are against "
                + report.base().map(one -> one.phase()).orElse("the baseline")
                + ", with intervals that hold for all configurations together. Output tokens per second follow the load"
                + " where requests come at a fixed rate."));
        figures.differences()
                .forEach(what -> blocks.add(new Block.Callout(
                        "The configurations differ in more than their flags: " + what + ".", Tone.DOUBT)));
        return blocks;
    }

    private Block.Table table(FigureTable figures) {
        List<Column> columns = new ArrayList<>(List.of(Column.left("configuration")));
        figures.measures().forEach(measure -> {
            columns.add(Column.right(name(measure)));
            columns.add(Column.right("change"));
        });
        List<List<Cell>> rows = new ArrayList<>();
        figures.rows().forEach((phase, row) -> rows.add(row(phase, figures.measures(), row)));
        return SparseTable.of(columns, rows);
    }

    private static String name(Measure measure) {
        return measure.quantile().isPresent()
                ? Metric.parse(measure.name()).label() + " "
                        + ValueText.quantile(measure.quantile().getAsDouble())
                : "output tokens/s";
    }

    private static List<Cell> row(String phase, List<Measure> measures, List<Figure> figures) {
        List<Cell> row = new ArrayList<>(List.of(Cell.of(phase)));
        for (int at = 0; at < measures.size(); at++) {
            Measure measure = measures.get(at);
            Figure figure = figures.get(at);
            row.add(Cell.of(
                    figure.value().isPresent()
                            ? ChangeFormat.value(measure, figure.value().getAsDouble())
                            : ""));
            row.add(figure.compared()
                    .map(one -> new Cell(
                            one.verdict() == ComparisonVerdict.SCREENING
                                    ? String.format(
                                            Locale.ROOT,
                                            "%+.1f %% (no interval)",
                                            PERCENT * one.change().value())
                                    : ChangeFormat.change(one),
                            VerdictTone.of(one.verdict())))
                    .orElse(Cell.of("")));
        }
        return row;
    }
}
