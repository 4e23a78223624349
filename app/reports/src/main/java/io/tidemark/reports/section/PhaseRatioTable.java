package io.tidemark.reports.section;

import io.tidemark.analysis.capacity.PhaseRatios;
import io.tidemark.analysis.capacity.RatioAtLoad;
import io.tidemark.analysis.quantile.RatioInterval;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.List;

/** The ratios of later phases to the first at the loads that both ran. */
final class PhaseRatioTable {
    private static final double SHOWN_QUANTILE = 0.95;

    private final ReportModel model;

    PhaseRatioTable(ReportModel model) {
        this.model = model;
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        RegressionTable versus = new RegressionTable(model);
        model.comparisons().stream()
                .filter(comparison -> !versus.has(comparison.candidate()))
                .filter(comparison -> !comparison.ratios().isEmpty())
                .forEach(comparison -> {
                    blocks.add(Block.plain(comparison.candidate() + " / " + comparison.base()
                            + " at the loads that both ran: below 1, " + comparison.candidate()
                            + " is faster. The intervals are of requests: a hint, because runs differ by more than"
                            + " requests do."));
                    blocks.add(table(comparison));
                });
        return blocks;
    }

    private Block.Table table(PhaseRatios comparison) {
        List<List<Cell>> rows = comparison.ratios().stream()
                .filter(ratio -> Double.compare(ratio.quantile(), SHOWN_QUANTILE) == 0)
                .map(this::row)
                .toList();
        return new Block.Table(
                List.of(
                        Column.right("load"),
                        Column.left("metric"),
                        Column.right(comparison.base()),
                        Column.right(comparison.candidate()),
                        Column.right("ratio (95 % CI, n alone)"),
                        Column.left("hint")),
                rows);
    }

    private List<Cell> row(RatioAtLoad at) {
        RatioInterval ratio = at.ratio();
        return List.of(
                Cell.of(load(at)),
                Cell.of(at.metric().id() + " " + ValueText.quantile(at.quantile())),
                ValueFormat.cell(at.base()),
                ValueFormat.cell(at.candidate()),
                ValueFormat.ratio(ratio.ratio(), ratio.low(), ratio.high()),
                hint(ratio));
    }

    /** With its unit, by a step that had it. */
    private String load(RatioAtLoad at) {
        return model.runs().stream()
                .flatMap(run -> run.steps().stream())
                .filter(step -> Double.compare(step.load(), at.load()) == 0)
                .findFirst()
                .map(step -> ValueText.load(step.loadKind(), step.load()))
                .orElseGet(() -> ValueText.digits(at.load()));
    }

    private static Cell hint(RatioInterval ratio) {
        if (!ratio.excludesOne()) {
            return new Cell("no difference shown", Tone.MUTED);
        }
        return ratio.ratio() < 1 ? new Cell("faster", Tone.GOOD) : new Cell("slower", Tone.BAD);
    }
}
