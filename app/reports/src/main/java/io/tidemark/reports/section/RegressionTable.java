package io.tidemark.reports.section;

import io.tidemark.events.ComparisonVerdict;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.RegressionFormat;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.RegressionRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Each later phase against the first over all their runs, as the pipeline found it. Only what was decided, or could be, is shown: a phase
 * with too few runs is left to the hints of the ratios at each load.
 */
final class RegressionTable {
    private static final Comparator<RegressionRow> BY_LOAD = Comparator.comparing(RegressionRow::loadKind)
            .thenComparingDouble(RegressionRow::load)
            .thenComparing(row -> row.metric().orElse(Metric.QUEUE_TIME))
            .thenComparing(row -> row.compared().measure())
            .thenComparingDouble(RegressionRow::quantile);

    private final ReportModel model;

    RegressionTable(ReportModel model) {
        this.model = model;
    }

    /** A sentence for each phase that was compared. */
    List<String> sentences() {
        return candidates().filter(this::has).map(this::sentence).toList();
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        candidates().filter(this::has).forEach(candidate -> {
            List<RegressionRow> telling = rows(candidate).stream()
                    .filter(row -> row.verdict() != ComparisonVerdict.EQUIVALENT)
                    .toList();
            blocks.add(new Block.Heading(candidate + " against " + base()));
            blocks.add(
                    telling.isEmpty()
                            ? Block.plain(
                                    "Every figure is EQUIVALENT: the interval of its change is within its margin.")
                            : table(telling, candidate));
            blocks.add(Block.muted(basis(telling)
                    + "The run is the unit: intervals come from the variation between runs. Figures that are not listed are EQUIVALENT."
                    + " All figures, distributions and configuration side by side: tidemark compare \"" + base()
                    + "\" \""
                    + candidate + "\"."));
        });
        return blocks;
    }

    /** Whether a phase was compared with the first over enough runs to decide anything. */
    boolean has(String candidate) {
        return rows(candidate).stream().anyMatch(row -> row.verdict() != ComparisonVerdict.SCREENING);
    }

    private Stream<String> candidates() {
        return model.phases().stream().skip(1).map(PhaseReport::phase);
    }

    private String base() {
        return model.phases().get(0).phase();
    }

    private List<RegressionRow> rows(String candidate) {
        return model.regressions().stream()
                .filter(row -> row.segment().isEmpty())
                .filter(row -> row.verdict() != ComparisonVerdict.UNKNOWN) // withdrawn
                .filter(row ->
                        row.basePhase().equals(base()) && row.candidatePhase().equals(candidate))
                .filter(row -> row.compared().requestClass().isEmpty()
                        || row.compared().requestClass().equals(RequestClass.ALL))
                .filter(row -> row.metric().filter(Metric.QUEUE_TIME::equals).isEmpty())
                .sorted(BY_LOAD)
                .toList();
    }

    private String sentence(String candidate) {
        List<RegressionRow> rows = rows(candidate);
        String counts = Stream.of(ComparisonVerdict.values())
                .map(verdict -> count(rows, verdict))
                .filter(description -> !description.isEmpty())
                .collect(Collectors.joining(", "));
        String worst = rows.stream()
                .filter(row -> row.verdict() == ComparisonVerdict.REGRESSED)
                .max(Comparator.comparingDouble(
                        row -> Math.abs(RegressionFormat.change(row).orElse(0))))
                .map(row -> " Worst: " + RegressionFormat.subject(row) + " at "
                        + ValueText.load(row.loadKind(), row.load()) + " " + RegressionFormat.format(row) + ".")
                .orElse("");
        return candidate + " against " + base() + ", " + runs(rows) + ": " + counts + " of " + rows.size() + " figures."
                + worst;
    }

    private static String runs(List<RegressionRow> rows) {
        int base = rows.stream().mapToInt(row -> row.baseRuns().size()).max().orElse(0);
        int candidate =
                rows.stream().mapToInt(row -> row.candidateRuns().size()).max().orElse(0);
        return ValueText.count(candidate, "run") + " against " + base;
    }

    private static String count(List<RegressionRow> rows, ComparisonVerdict verdict) {
        long count = rows.stream().filter(row -> row.verdict() == verdict).count();
        return count == 0 ? "" : verdict.name() + " in " + count;
    }

    private static Block table(List<RegressionRow> rows, String candidate) {
        return new Columns<RegressionRow>()
                .right("load", row -> ValueText.load(row.loadKind(), row.load()))
                .left("figure", RegressionFormat::subject)
                .right(rows.get(0).basePhase(), row -> RegressionFormat.amount(row, row.baseNanos()))
                .right(candidate, row -> RegressionFormat.amount(row, row.candidateNanos()))
                .rightCell(
                        "change (95 % CI)",
                        row -> new Cell(
                                RegressionFormat.format(row), RegressionFormat.bounded(row) ? Tone.PLAIN : Tone.MUTED))
                .rightCell(
                        "margin", row -> Cell.of(RegressionFormat.margin(row)).noted(RegressionFormat.MARGIN))
                .leftCell("verdict", row -> new Cell(row.verdict().name(), tone(row.verdict())))
                .right(
                        "runs",
                        row -> row.baseRuns().size() + " + "
                                + row.candidateRuns().size())
                .right(
                        "runs per side needed",
                        row -> row.compared().runsNeeded().stream()
                                .mapToObj(ValueText::count)
                                .collect(Collectors.joining()))
                .table(rows)
                .sparse();
    }

    private static String basis(List<RegressionRow> rows) {
        Map<String, Long> bases = rows.stream()
                .filter(row -> !row.basis().isEmpty())
                .collect(Collectors.groupingBy(RegressionRow::basis, LinkedHashMap::new, Collectors.counting()));
        if (bases.size() <= 1) {
            return bases.keySet().stream()
                    .map(basis -> "Rests on " + basis + ". ")
                    .findFirst()
                    .orElse("");
        }
        return bases.entrySet().stream()
                .map(basis -> basis.getKey() + " (" + basis.getValue() + " rows)")
                .collect(Collectors.joining("; ", "Rests on ", ". "));
    }

    private static Tone tone(ComparisonVerdict verdict) {
        return switch (verdict) {
            case REGRESSED -> Tone.BAD;
            case IMPROVED, EQUIVALENT -> Tone.GOOD;
            case INCONCLUSIVE -> Tone.DOUBT;
            case SCREENING, UNKNOWN -> Tone.MUTED;
        };
    }
}
