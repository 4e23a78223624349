package io.tidemark.app.compare;

import io.tidemark.app.report.Figures;
import io.tidemark.app.report.document.Block;
import io.tidemark.app.report.document.Document;
import io.tidemark.app.report.document.Section;
import java.util.List;

/** A comparison in words and pictures: the same sections in the same order for every form. */
public final class ComparisonDocument {
    private ComparisonDocument() {}

    /** How much a terminal shows. */
    public enum Detail {
        TELLING,
        ALL
    }

    public static Document of(Comparison comparison, Detail detail) {
        List<ComparedSide> sides = List.of(comparison.base(), comparison.candidate());
        List<LoadLevel> loads = comparison.commonLoads();
        ComparisonAnswer answer = new ComparisonAnswer(comparison);
        DifferenceTable differences = new DifferenceTable(comparison);
        ConfigDiff configuration = new ConfigDiff(sides);
        SignalDiff signals = new SignalDiff(sides, loads);
        List<Block> shown = detail == Detail.ALL ? differences.all() : differences.telling("--all");
        return new Document(
                "Tidemark comparison: " + comparison.candidate().name() + " against "
                        + comparison.base().name(),
                "Made " + Figures.stamp(comparison.madeAt()) + " from " + runs(comparison.base()) + " and "
                        + runs(comparison.candidate()) + ".",
                joined(List.of(
                        answer.blocks(),
                        shown,
                        configuration.differences(),
                        new SignalDiff(sides, last(loads)).blocks(),
                        new QualityTable(comparison).blocks())),
                List.of(
                        new Section("1. The answer", answer.blocks()),
                        new Section("2. Differences", differences.all()),
                        new Section("3. Distributions", new CdfPictures(sides, loads).blocks()),
                        new Section("4. Configuration", configuration.all()),
                        new Section("5. What the servers said", signals.blocks()),
                        new Section("6. Quality", quality(comparison)),
                        new Section("7. Runs", List.of(new RunList(sides).table()))));
    }

    /** A page without pictures, as a CI's summary: what it is headed by, then the figures and what differs beside them. */
    public static Document summary(Comparison comparison, String title, List<Block> answer) {
        List<ComparedSide> sides = List.of(comparison.base(), comparison.candidate());
        List<Block> all = joined(List.of(answer, new ComparisonAnswer(comparison).doubts()));
        return new Document(
                title,
                "Made " + Figures.stamp(comparison.madeAt()) + " from " + runs(comparison.base()) + " and "
                        + runs(comparison.candidate()) + ".",
                joined(List.of(all, new DifferenceTable(comparison).telling("--markdown"))),
                List.of(
                        new Section("Answer", all),
                        new Section("Figures", new DifferenceTable(comparison).all()),
                        new Section("What differs between the configurations", new ConfigDiff(sides).differences()),
                        new Section("What the servers said", new SignalDiff(sides, comparison.commonLoads()).blocks()),
                        new Section("Runs", List.of(new RunList(sides).table()))));
    }

    private static List<Block> quality(Comparison comparison) {
        List<Block> rows = new QualityTable(comparison).blocks();
        return rows.isEmpty()
                ? List.of(Block.muted("Neither side has results of an evaluation; tidemark import brings in"
                        + " lm-evaluation-harness'."))
                : rows;
    }

    private static List<LoadLevel> last(List<LoadLevel> loads) {
        return loads.isEmpty() ? loads : loads.subList(loads.size() - 1, loads.size());
    }

    private static String runs(ComparedSide side) {
        int count = side.runs().size();
        return count + (count == 1 ? " run of " : " runs of ") + side.name();
    }

    private static List<Block> joined(List<List<Block>> parts) {
        return parts.stream().flatMap(List::stream).toList();
    }
}
