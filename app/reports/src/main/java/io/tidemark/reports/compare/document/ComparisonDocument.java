package io.tidemark.reports.compare.document;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.compare.RunsNeeded;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.Document.DocumentSection;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.format.VerdictFormat;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;

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
                        QualityTable.of(comparison))),
                List.of(
                        new DocumentSection("1. The answer", answer.blocks()),
                        new DocumentSection("2. Differences", differences.all()),
                        new DocumentSection("3. Distributions", new CdfCharts(sides, loads).blocks()),
                        new DocumentSection("4. Configuration", configuration.all()),
                        new DocumentSection("5. Server signals", signals.blocks()),
                        new DocumentSection("6. Quality", quality(comparison)),
                        new DocumentSection("7. Runs", List.of(RunTable.of(sides)))));
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
                        new DocumentSection("Runs", List.of(RunTable.of(sides)))));
    }

    private static List<Block> quality(Comparison comparison) {
        List<Block> rows = QualityTable.of(comparison);
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

    /** The comparison in sentences, the verdict first. */
    static final class ComparisonSummary {
        private final Comparison comparison;

        ComparisonSummary(Comparison comparison) {
            this.comparison = comparison;
        }

        List<Block> blocks() {
            List<Block> blocks = new ArrayList<>();
            blocks.add(headline());
            new SloSummary(comparison).sentence().ifPresent(description -> blocks.add(Block.plain(description)));
            needed().ifPresent(description -> blocks.add(Block.plain(description)));
            result().changePoints().ifPresent(description -> blocks.add(Block.plain(description)));
            result().orderDoubt()
                    .ifPresent(
                            description -> blocks.add(new Block.Callout("Note that " + description + ".", Tone.DOUBT)));
            result().spreadDoubt()
                    .ifPresent(
                            description -> blocks.add(new Block.Callout("Note that " + description + ".", Tone.DOUBT)));
            blocks.addAll(caveats());
            return blocks;
        }

        /** What must be known before a figure is believed. */
        List<Block> caveats() {
            List<String> doubts = new ArrayList<>();
            comparison
                    .differences()
                    .forEach(what -> doubts.add("Compared although they differ: " + what
                            + ". A change may come from that instead of the configuration"));
            List<ComparedSide> sides = List.of(comparison.base(), comparison.candidate());
            sides.forEach(side -> doubts.addAll(side.caveats()));
            doubts.addAll(SideCaveats.of(sides));
            result().nothingCompared().ifPresent(why -> doubts.add("Nothing was compared: " + why));
            return doubts.stream()
                    .<Block>map(description -> new Block.Callout(description + ".", Tone.DOUBT))
                    .toList();
        }

        Block.Headline headline() {
            return VerdictFormat.headline(result().decision());
        }

        /** Empty where nothing is open, and where nothing shows how runs vary. */
        private Optional<String> needed() {
            List<ComparedMeasure> open = result().compared().stream()
                    .filter(one -> one.isOpen() || one.verdict() == ComparisonVerdict.SCREENING)
                    .toList();
            IntSummaryStatistics needed =
                    open.stream().flatMapToInt(one -> one.runsNeeded().stream()).summaryStatistics();
            return needed.getCount() == 0
                    ? Optional.empty()
                    : Optional.of("Runs needed: " + needed.getMax() + " per side decide "
                            + (needed.getCount() == open.size() ? "the" : needed.getCount() + " of the " + open.size())
                            + " open figures with a power of " + ValueText.percent(RunsNeeded.POWER) + "; there are "
                            + comparison.base().runs().size() + " + "
                            + comparison.candidate().runs().size() + ".");
        }

        private RunComparison result() {
            return comparison.result();
        }
    }
}
