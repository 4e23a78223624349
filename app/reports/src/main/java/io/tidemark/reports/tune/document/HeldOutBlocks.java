package io.tidemark.reports.tune.document;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.ComparisonText;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.format.VerdictFormat;
import io.tidemark.reports.tune.Configuration;
import io.tidemark.reports.tune.GoalUnit;
import io.tidemark.reports.tune.TuneComparison.Ratio;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.schemas.ValueText;
import java.util.List;
import java.util.Optional;

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
        TuneReport other = heldOut.get();
        String unit = report.goal().label() + GoalUnit.of(report);
        Columns<Configuration> columns = new Columns<Configuration>()
                .left("configuration", Configuration::phase)
                .right(
                        unit + ", plan's workload",
                        one -> own(one).map(planned -> ValueFormat.known(report.mean(planned), ValueText::digits))
                                .orElse(""))
                .right("of the default", one -> own(one).map(report::ratioText).orElse(""))
                .right(unit + ", held-out workload", one -> ValueFormat.known(other.mean(one), ValueText::digits))
                .right("of the default", other::ratioText)
                .leftCell(
                        "verdict on the held-out workload",
                        one -> other.comparison()
                                .of(one)
                                .map(compared ->
                                        VerdictFormat.cell(ComparisonText.verdict(compared), compared.verdict()))
                                .orElse(Cell.of("")));
        return List.of(
                columns.table(other.configurations()),
                Block.muted(
                        "Each start of the final stage measures the plan's workload, then the held-out one. Nothing was chosen by the latter."));
    }

    private Optional<Configuration> own(Configuration there) {
        return report.configuration(there.phase());
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
}
