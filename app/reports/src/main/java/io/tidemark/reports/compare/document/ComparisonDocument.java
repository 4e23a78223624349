package io.tidemark.reports.compare.document;

import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.compare.LoadLevel;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.DocumentSection;
import io.tidemark.reports.format.ValueFormat;
import java.util.List;

/** A comparison in words and pictures: the same sections in the same order for every form. */
public final class ComparisonDocument {
    private ComparisonDocument() {}

    /** How much a terminal shows. */
    public enum Detail {
        SIGNIFICANT,
        ALL
    }

    public static Document of(Comparison comparison, Detail detail) {
        List<ComparedSide> sides = List.of(comparison.base(), comparison.candidate());
        List<LoadLevel> loads = comparison.commonLoads();
        ComparisonSummary answer = new ComparisonSummary(comparison);
        DifferenceTable differences = new DifferenceTable(comparison);
        ConfigurationDiff configuration = new ConfigurationDiff(sides);
        SignalTable signals = new SignalTable(sides, loads);
        List<Block> shown = detail == Detail.ALL ? differences.all() : differences.informativeRows("--all");
        return new Document(
                "Tidemark comparison: " + comparison.candidate().name() + " against "
                        + comparison.base().name(),
                "Made " + ValueFormat.stamp(comparison.madeAt()) + " from " + runs(comparison.base()) + " and "
                        + runs(comparison.candidate()) + ".",
                joined(List.of(
                        answer.blocks(),
                        shown,
                        configuration.differences(),
                        new SignalTable(sides, comparison.signalsLoad().stream().toList()).blocks(),
                        new QualityTable(comparison).blocks())),
                List.of(
                        new DocumentSection("1. The answer", answer.blocks()),
                        new DocumentSection("2. Differences", differences.all()),
                        new DocumentSection("3. Distributions", new CdfCharts(sides, loads).blocks()),
                        new DocumentSection("4. Configuration", configuration.all()),
                        new DocumentSection("5. Server signals", signals.blocks()),
                        new DocumentSection("6. Quality", quality(comparison)),
                        new DocumentSection("7. Runs", List.of(new RunTable(sides).table()))));
    }

    /** A page without pictures, as a CI's summary: what it is headed by, then the figures and what differs beside them. */
    public static Document summary(Comparison comparison, String title, List<Block> answer) {
        List<ComparedSide> sides = List.of(comparison.base(), comparison.candidate());
        List<Block> all = joined(List.of(answer, new ComparisonSummary(comparison).caveats()));
        return new Document(
                title,
                "Made " + ValueFormat.stamp(comparison.madeAt()) + " from " + runs(comparison.base()) + " and "
                        + runs(comparison.candidate()) + ".",
                joined(List.of(all, new DifferenceTable(comparison).informativeRows("--markdown"))),
                List.of(
                        new DocumentSection("Answer", all),
                        new DocumentSection("Figures", new DifferenceTable(comparison).all()),
                        new DocumentSection(
                                "What differs between the configurations", new ConfigurationDiff(sides).differences()),
                        new DocumentSection(
                                "Server signals", new SignalTable(sides, comparison.commonLoads()).blocks()),
                        new DocumentSection("Runs", List.of(new RunTable(sides).table()))));
    }

    private static List<Block> quality(Comparison comparison) {
        List<Block> rows = new QualityTable(comparison).blocks();
        return rows.isEmpty()
                ? List.of(Block.muted("Neither side has results of an evaluation; tidemark runs import brings in"
                        + " lm-evaluation-harness'."))
                : rows;
    }

    private static String runs(ComparedSide side) {
        int count = side.runs().size();
        return count + (count == 1 ? " run of " : " runs of ") + side.name();
    }

    private static List<Block> joined(List<List<Block>> parts) {
        return parts.stream().flatMap(List::stream).toList();
    }
}
