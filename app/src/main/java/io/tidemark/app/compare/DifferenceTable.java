package io.tidemark.app.compare;

import io.tidemark.analysis.compare.Basis;
import io.tidemark.analysis.compare.Compared;
import io.tidemark.analysis.compare.Family;
import io.tidemark.analysis.compare.Question;
import io.tidemark.analysis.compare.Wording;
import io.tidemark.app.report.Figures;
import io.tidemark.app.report.document.Block;
import io.tidemark.app.report.document.Block.Column;
import io.tidemark.app.report.document.Cell;
import io.tidemark.app.report.document.Tone;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.schemas.RequestClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The differences, a line for each question. */
final class DifferenceTable {
    private final Comparison comparison;

    DifferenceTable(Comparison comparison) {
        this.comparison = comparison;
    }

    /** Every line, with what they rest on. */
    List<Block> all() {
        List<Compared> lines = comparison.result().compared();
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
    List<Block> telling(String whereAll) {
        List<Compared> lines = comparison.result().compared();
        List<Compared> telling = lines.stream().filter(DifferenceTable::tells).toList();
        List<Block> blocks = new ArrayList<>();
        if (!telling.isEmpty()) {
            blocks.add(table(telling));
        }
        List<Compared> others = new ArrayList<>(lines);
        others.removeAll(telling);
        if (!others.isEmpty()) {
            blocks.add(Block.muted("Besides: " + counted(others) + "; " + whereAll + " shows them."));
        }
        return blocks;
    }

    /** Of a screening without repeats every line is shown: nothing tells which matters. */
    private static boolean tells(Compared one) {
        boolean screened = one.verdict() == ComparisonVerdict.SCREENING;
        return ComparisonAnswer.hints(one.verdict())
                || (screened && ComparisonAnswer.hints(one.hint()))
                || (screened && one.change().low().isEmpty());
    }

    private static String counted(List<Compared> lines) {
        Map<String, Long> counts =
                lines.stream().collect(Collectors.groupingBy(Wording::standing, TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey()
                        + (entry.getKey().equals(ComparisonVerdict.SCREENING.name()) ? " without a hint" : ""))
                .collect(Collectors.joining(", "));
    }

    private Block.Table table(List<Compared> lines) {
        return new Block.Table(
                List.of(
                        Column.right("load"),
                        Column.left("figure"),
                        Column.right(comparison.base().name()),
                        Column.right(comparison.candidate().name()),
                        Column.right("change (95 % CI)"),
                        Column.right("margin"),
                        Column.right("block"),
                        Column.left("verdict"),
                        Column.right("runs needed")),
                lines.stream().map(this::row).toList());
    }

    private List<Cell> row(Compared one) {
        return List.of(
                Cell.of(load(one.question())),
                Cell.of(figure(one.question())),
                Cell.of(ChangeWords.value(one.measure(), one.base().center())),
                Cell.of(ChangeWords.value(one.measure(), one.candidate().center())),
                Cell.of(ChangeWords.change(one)),
                Cell.of(limit(one, one.margin())),
                Cell.of(one.isBlocked() ? limit(one, one.block()) : ""),
                verdict(one),
                Cell.of(needed(one.runsNeeded())));
    }

    private static String limit(Compared one, double change) {
        return Figures.digits(change * 100) + (one.measure().family().isRelative() ? " %" : " points");
    }

    private static String load(Question question) {
        return question.hasNoLoad() ? "" : new LoadLevel(question.loadKind(), question.load()).words();
    }

    private static String figure(Question question) {
        String ofClass = question.requestClass().equals(RequestClass.ALL) ? "" : " of " + question.requestClass();
        String unit = question.measure().family() == Family.CAPACITY ? ", " + Figures.unit(question.loadKind()) : "";
        return question.measure().label() + ofClass + unit;
    }

    private static Cell verdict(Compared one) {
        if (one.verdict() != ComparisonVerdict.SCREENING) {
            return new Cell(Wording.standing(one), one.isOpen() ? Tone.DOUBT : tone(one.verdict()));
        }
        String hint = ComparisonAnswer.hints(one.hint())
                ? ", hint: " + one.hint().name().toLowerCase(Locale.ROOT)
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

    private static String needed(OptionalInt runs) {
        return runs.isPresent() ? Integer.toString(runs.getAsInt()) : "";
    }

    private String foot() {
        String bases = comparison.result().compared().stream()
                .map(Compared::basis)
                .distinct()
                .map(Basis::words)
                .collect(Collectors.joining("; "));
        return "The run is the unit: " + comparison.base().runs().size() + " + "
                + comparison.candidate().runs().size() + " runs, one value each. Intervals: " + bases
                + ". REGRESSED and IMPROVED: the interval excludes no change, the change exceeds the margin, and it is"
                + " still there after Benjamini and Hochberg's correction for the number of figures. EQUIVALENT: the whole"
                + " interval is within the margin. NOT WORSE: the interval excludes that it is worse by the block or more.";
    }

    private Optional<Block> missing() {
        List<Question> missing = new ArrayList<>(comparison.result().onlyInBase());
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
