package io.tidemark.app.report;

import io.tidemark.app.report.document.Block;
import io.tidemark.app.report.document.Block.Column;
import io.tidemark.app.report.document.Cell;
import io.tidemark.app.report.document.Tone;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.sinks.store.read.RegressionRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Each later phase against the first over all their runs, as the pipeline found it: difference with its interval, and the verdict. */
final class Versus {
    private static final Comparator<RegressionRow> BY_LOAD = Comparator.comparing(RegressionRow::loadKind)
            .thenComparingDouble(RegressionRow::load)
            .thenComparing(row -> row.metric().map(Enum::ordinal).orElse(Integer.MAX_VALUE))
            .thenComparingDouble(RegressionRow::quantile);

    private final ReportModel model;

    Versus(ReportModel model) {
        this.model = model;
    }

    /** A sentence for each phase that was compared. */
    List<String> sentences() {
        return candidates()
                .filter(candidate -> !rows(candidate).isEmpty())
                .map(this::sentence)
                .toList();
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        candidates().forEach(candidate -> {
            List<RegressionRow> rows = rows(candidate);
            if (!rows.isEmpty()) {
                blocks.add(new Block.Heading(candidate + " against " + base()));
                blocks.add(table(rows, candidate));
            }
        });
        return blocks;
    }

    /** Whether a phase was compared with the first over their runs. */
    boolean has(String candidate) {
        return !rows(candidate).isEmpty();
    }

    private Stream<String> candidates() {
        return model.phases().stream().skip(1).map(PhaseReport::phase);
    }

    private String base() {
        return model.phases().get(0).phase();
    }

    private List<RegressionRow> rows(String candidate) {
        return model.regressions().stream()
                .filter(row ->
                        row.basePhase().equals(base()) && row.candidatePhase().equals(candidate))
                .sorted(BY_LOAD)
                .toList();
    }

    private String sentence(String candidate) {
        List<RegressionRow> rows = rows(candidate);
        String counts = Stream.of(ComparisonVerdict.values())
                .map(verdict -> count(rows, verdict))
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining(", "));
        String worst = rows.stream()
                .filter(row -> row.verdict() == ComparisonVerdict.REGRESSED)
                .max(Comparator.comparingDouble(RegressionRow::ratio))
                .map(row -> " Worst: " + subject(row) + " " + change(row) + ".")
                .orElse("");
        return candidate + " against " + base() + ", " + runs(rows) + ": " + counts + " of " + rows.size() + " figures."
                + worst;
    }

    private static String runs(List<RegressionRow> rows) {
        int base = rows.stream().mapToInt(row -> row.baseRuns().size()).max().orElse(0);
        int candidate =
                rows.stream().mapToInt(row -> row.candidateRuns().size()).max().orElse(0);
        return candidate + " runs against " + base;
    }

    private static String count(List<RegressionRow> rows, ComparisonVerdict verdict) {
        long count = rows.stream().filter(row -> row.verdict() == verdict).count();
        return count == 0 ? "" : verdict.name() + " in " + count;
    }

    private static Block table(List<RegressionRow> rows, String candidate) {
        return SparseTable.of(
                List.of(
                        Column.right("load"),
                        Column.left("metric"),
                        Column.right(rows.get(0).basePhase()),
                        Column.right(candidate),
                        Column.right("change (95 % CI)"),
                        Column.left("verdict"),
                        Column.right("runs"),
                        Column.left("rests on")),
                rows.stream().map(Versus::row).toList());
    }

    private static List<Cell> row(RegressionRow row) {
        return List.of(
                Cell.of(Figures.load(row.loadKind(), row.load())),
                Cell.of(subject(row)),
                Cell.of(Figures.latency(row.baseNanos())),
                Cell.of(Figures.latency(row.candidateNanos())),
                new Cell(change(row), row.low().isEmpty() ? Tone.MUTED : Tone.PLAIN),
                new Cell(row.verdict().name(), tone(row.verdict())),
                Cell.of(row.baseRuns().size() + " + " + row.candidateRuns().size()),
                Cell.of(row.basis()));
    }

    private static String subject(RegressionRow row) {
        return row.metric().map(metric -> metric.id()).orElse("?") + " " + Figures.quantile(row.quantile());
    }

    /** "+12.3 % (+4.1 to +21 %)". */
    private static String change(RegressionRow row) {
        String interval = row.low().isEmpty() && row.high().isEmpty()
                ? " (no interval)"
                : " (" + end(row.low()) + " to " + end(row.high()) + ")";
        return percent(row.ratio()) + interval;
    }

    private static String end(OptionalDouble ratio) {
        return ratio.isPresent() ? percent(ratio.getAsDouble()) : "unbounded";
    }

    private static String percent(double ratio) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * (ratio - 1));
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
