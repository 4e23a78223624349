package io.tidemark.reports.compare.document;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.ComparisonText;
import io.tidemark.analysis.compare.PhaseDecision;
import io.tidemark.analysis.compare.RunsNeeded;
import io.tidemark.analysis.difference.DifferenceBasis;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Note;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.RegressionFormat;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The differences, a line for each question. */
final class DifferenceTable {
    private static final Note BLOCK =
            new Note("block", "the worsening that the interval must exclude before a figure is NOT WORSE");
    private static final Note NEEDED = new Note(
            "runs needed",
            "per side, those that there are included, to decide the figure with a power of "
                    + ValueText.percent(RunsNeeded.POWER));

    private final Comparison comparison;

    DifferenceTable(Comparison comparison) {
        this.comparison = comparison;
    }

    /** Every line, with what they rest on. */
    List<Block> all() {
        List<ComparedMeasure> lines = comparison.result().compared();
        if (lines.isEmpty()) {
            return List.of(Block.muted("There is nothing to compare."));
        }
        List<Block> blocks = new ArrayList<>(List.of(table(lines), Block.muted(foot())));
        missing().ifPresent(blocks::add);
        return blocks;
    }

    /**
     * The lines that say something; the others counted.
     *
     * @param whereAll what shows the others
     */
    List<Block> informativeRows(String whereAll) {
        List<ComparedMeasure> lines = comparison.result().compared();
        List<ComparedMeasure> telling =
                lines.stream().filter(DifferenceTable::tells).toList();
        List<Block> blocks = new ArrayList<>();
        if (!telling.isEmpty()) {
            blocks.add(table(telling));
        }
        List<ComparedMeasure> others = new ArrayList<>(lines);
        others.removeAll(telling);
        if (!others.isEmpty()) {
            blocks.add(Block.muted("Besides: " + counted(others) + "; " + whereAll + " shows them."));
        }
        return blocks;
    }

    /** Of a screening without repeats every line is shown, as nothing shows which matters. */
    private static boolean tells(ComparedMeasure one) {
        boolean screened = one.verdict() == ComparisonVerdict.SCREENING;
        return PhaseDecision.isChange(one.verdict())
                || (screened && PhaseDecision.isChange(one.uncorrectedVerdict()))
                || (screened && one.change().low().isEmpty());
    }

    private static String counted(List<ComparedMeasure> lines) {
        Map<String, Long> counts = lines.stream()
                .collect(Collectors.groupingBy(ComparisonText::verdict, TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey()
                        + (entry.getKey().equals(ComparisonVerdict.SCREENING.name()) ? " without a hint" : ""))
                .collect(Collectors.joining(", "));
    }

    private Block.Table table(List<ComparedMeasure> lines) {
        return new Columns<ComparedMeasure>()
                .right("load", one -> load(one.question()))
                .left("figure", one -> figure(one.question()))
                .right(
                        comparison.base().name(),
                        one -> ChangeFormat.value(one.measure(), one.base().mean()))
                .right(
                        comparison.candidate().name(),
                        one -> ChangeFormat.value(one.measure(), one.candidate().mean()))
                .right("change (95 % CI)", ChangeFormat::change)
                .rightCell("margin", one -> limit(one, one.margin()).noted(RegressionFormat.MARGIN))
                .rightCell(
                        "block",
                        one -> one.isBlocked() ? limit(one, one.block()).noted(BLOCK) : Cell.of(""))
                .leftCell("verdict", DifferenceTable::verdict)
                .rightCell(
                        "runs needed",
                        one -> one.runsNeeded().isPresent()
                                ? Cell.of(Integer.toString(one.runsNeeded().getAsInt()))
                                        .noted(NEEDED)
                                : Cell.of(""))
                .table(lines);
    }

    private static Cell limit(ComparedMeasure one, double change) {
        return Cell.of(RegressionFormat.limit(change, one.measure().family().isRelative()));
    }

    private static String load(MeasureAtLoad question) {
        return question.hasNoLoad() ? "" : new LoadLevel(question.loadKind(), question.load()).format();
    }

    private static String figure(MeasureAtLoad question) {
        String ofClass = question.requestClass().equals(RequestClass.ALL) ? "" : " of " + question.requestClass();
        String unit = question.measure().family() == MeasureFamily.CAPACITY
                ? ", " + ValueText.loadUnit(question.loadKind())
                : "";
        return question.measure().label() + ofClass + unit;
    }

    private static Cell verdict(ComparedMeasure one) {
        if (one.verdict() != ComparisonVerdict.SCREENING) {
            return new Cell(ComparisonText.verdict(one), one.isOpen() ? Tone.DOUBT : tone(one.verdict()));
        }
        String hint = PhaseDecision.isChange(one.uncorrectedVerdict())
                ? ", hint: " + one.uncorrectedVerdict().name().toLowerCase(Locale.ROOT)
                : "";
        return new Cell("SCREENING" + hint, Tone.DOUBT);
    }

    static Tone tone(ComparisonVerdict verdict) {
        return switch (verdict) {
            case REGRESSED -> Tone.BAD;
            case IMPROVED -> Tone.GOOD;
            case EQUIVALENT -> Tone.PLAIN;
            case INCONCLUSIVE, SCREENING, UNKNOWN -> Tone.DOUBT;
        };
    }

    private String foot() {
        String bases = comparison.result().compared().stream()
                .map(ComparedMeasure::basis)
                .distinct()
                .map(DifferenceBasis::description)
                .collect(Collectors.joining("; "));
        return "The run is the unit: " + comparison.base().runs().size() + " + "
                + comparison.candidate().runs().size() + " runs, one value each. Intervals: " + bases
                + ". REGRESSED and IMPROVED: the interval excludes no change, the change exceeds the margin, and it is"
                + " still there after Benjamini and Hochberg's correction for the number of figures. EQUIVALENT: the whole"
                + " interval is within the margin. NOT WORSE: the interval excludes that it is worse by the block or more.";
    }

    private Optional<Block> missing() {
        List<MeasureAtLoad> missing = new ArrayList<>(comparison.result().onlyInBase());
        missing.addAll(comparison.result().onlyInCandidate());
        List<String> loads = missing.stream()
                .map(question -> load(question).isEmpty() ? figure(question) : load(question))
                .distinct()
                .toList();
        return loads.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Block.muted("Not compared, as only one side has them: " + String.join(", ", loads) + "."));
    }
}
