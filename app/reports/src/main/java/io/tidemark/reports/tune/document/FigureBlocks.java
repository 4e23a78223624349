package io.tidemark.reports.tune.document;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.reports.compare.document.ChangeFormat;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.format.VerdictFormat;
import io.tidemark.reports.tune.FigureTable;
import io.tidemark.reports.tune.FigureTable.Figure;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    private static Block.Table table(FigureTable figures) {
        Columns<Map.Entry<String, List<Figure>>> columns =
                new Columns<Map.Entry<String, List<Figure>>>().left("configuration", Map.Entry::getKey);
        for (int i = 0; i < figures.measures().size(); i++) {
            int at = i;
            Measure measure = figures.measures().get(i);
            columns.right(
                            name(measure),
                            row -> ValueFormat.known(
                                    row.getValue().get(at).value(), value -> ChangeFormat.value(measure, value)))
                    .rightCell(
                            "change",
                            row -> row.getValue()
                                    .get(at)
                                    .compared()
                                    .map(FigureBlocks::change)
                                    .orElse(Cell.of("")));
        }
        return columns.table(List.copyOf(figures.rows().entrySet())).sparse();
    }

    private static String name(Measure measure) {
        return measure.quantile().isPresent()
                ? Metric.parse(measure.name()).label() + " "
                        + ValueText.quantile(measure.quantile().getAsDouble())
                : "output tokens/s";
    }

    private static Cell change(ComparedMeasure one) {
        String text = one.verdict() == ComparisonVerdict.SCREENING
                ? String.format(
                        Locale.ROOT,
                        "%+.1f %% (no interval)",
                        PERCENT * one.change().value())
                : ChangeFormat.change(one);
        return VerdictFormat.cell(text, one.verdict());
    }
}
