package io.tidemark.reports.tune.document;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.ComparisonText;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.tune.Configuration;
import io.tidemark.reports.tune.GoalUnit;
import io.tidemark.reports.tune.Ratio;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What the configurations of the final stage do on a workload that they were not chosen by, beside what they do on the plan's. */
final class HeldOutBlocks {
    private final TuneReport report;
    private final Optional<TuneReport> heldOut;

    HeldOutBlocks(TuneReport report) {
        this.report = report;
        this.heldOut = report.onHeldOut();
    }

    /** Empty where nothing was measured on one. */
    List<Block> blocks() {
        if (heldOut.isEmpty()) {
            return List.of();
        }
        String unit = report.goal().label() + GoalUnit.of(report);
        List<Column> columns = List.of(
                Column.left("configuration"),
                Column.right(unit + ", plan's workload"),
                Column.right("of the default"),
                Column.right(unit + ", held-out workload"),
                Column.right("of the default"),
                Column.left("verdict on the held-out workload"));
        List<List<Cell>> rows = heldOut.get().configurations().stream()
                .map(one -> row(heldOut.get(), one))
                .toList();
        return List.of(
                new Block.Table(columns, rows),
                Block.muted(
                        "Each start of the final stage measures the plan's workload, then the held-out one. Nothing was chosen by the latter."));
    }

    /** Whether what is recommended holds there too; empty where the default is recommended, or nothing was measured there. */
    Optional<Block> callout(Optional<Configuration> recommended) {
        return recommended
                .filter(one -> !one.isDefault())
                .flatMap(one -> heldOut.map(other -> callout(other, one.phase())));
    }

    private static Block callout(TuneReport other, String phase) {
        Optional<Configuration> there = other.configuration(phase);
        Optional<ComparedMeasure> compared = there.flatMap(other.comparison()::of);
        String ratio = there.flatMap(other.comparison()::ratio)
                .map(Ratio::format)
                .map(text -> " (" + text + ")")
                .orElse("");
        return compared.filter(one -> one.verdict() == ComparisonVerdict.IMPROVED)
                        .isPresent()
                ? new Block.Callout(
                        phase + " is better than the default on the held-out workload too" + ratio + ".", Tone.GOOD)
                : new Block.Callout(
                        "Warning: on the held-out workload " + phase + " was not shown to be better than the default"
                                + ratio + ". It may be tuned to the plan's load alone.",
                        Tone.BAD);
    }

    private List<Cell> row(TuneReport other, Configuration there) {
        List<Cell> row = new ArrayList<>(List.of(Cell.of(there.phase())));
        Optional<Configuration> own = report.configuration(there.phase());
        row.add(value(own.map(report::mean).orElse(OptionalDouble.empty())));
        row.add(Cell.of(own.map(one -> ratio(report, one)).orElse("")));
        row.add(value(other.mean(there)));
        row.add(Cell.of(ratio(other, there)));
        row.add(other.comparison()
                .of(there)
                .map(one -> new Cell(ComparisonText.verdict(one), VerdictTone.of(one.verdict())))
                .orElse(Cell.of("")));
        return row;
    }

    private static Cell value(OptionalDouble mean) {
        return Cell.of(mean.isPresent() ? ValueText.digits(mean.getAsDouble()) : "");
    }

    private static String ratio(TuneReport report, Configuration one) {
        return report.isBase(one)
                ? "baseline"
                : report.comparison().ratio(one).map(Ratio::format).orElse("");
    }
}
