package io.tidemark.reports.section;

import io.tidemark.analysis.capacity.PhaseRatios;
import io.tidemark.analysis.capacity.RatioAtLoad;
import io.tidemark.analysis.quantile.RatioInterval;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.RegressionFormat;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunStep;
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
 * with too few runs is left to the hints of {@link PhaseRatioTable}.
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

    /** The ratios of later phases to the first at the loads that both ran. */
    static final class PhaseRatioTable {
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
            return new Columns<RatioAtLoad>()
                    .right("load", this::load)
                    .left("metric", at -> at.metric().id() + " " + ValueText.quantile(at.quantile()))
                    .rightCell(comparison.base(), at -> ValueFormat.cell(at.base()))
                    .rightCell(comparison.candidate(), at -> ValueFormat.cell(at.candidate()))
                    .rightCell(
                            "ratio (95 % CI, n alone)",
                            at -> ValueFormat.ratio(
                                    at.ratio().ratio(),
                                    at.ratio().low(),
                                    at.ratio().high()))
                    .leftCell("hint", at -> hint(at.ratio()))
                    .table(comparison.ratios().stream()
                            .filter(ratio -> Double.compare(ratio.quantile(), SHOWN_QUANTILE) == 0)
                            .toList());
        }

        /** With its unit, by a step that had it. */
        private String load(RatioAtLoad at) {
            return model.steps()
                    .filter(step -> Double.compare(step.step().load(), at.load()) == 0)
                    .findFirst()
                    .map(RunStep::load)
                    .orElseGet(() -> ValueText.digits(at.load()));
        }

        private static Cell hint(RatioInterval ratio) {
            if (!ratio.excludesOne()) {
                return new Cell("no difference shown", Tone.MUTED);
            }
            return ratio.ratio() < 1 ? new Cell("faster", Tone.GOOD) : new Cell("slower", Tone.BAD);
        }
    }
}
