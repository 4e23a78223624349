package io.tidemark.reports.tune.document;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.ComparisonText;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.QualityFormat;
import io.tidemark.reports.format.SparseTable;
import io.tidemark.reports.tune.Configuration;
import io.tidemark.reports.tune.ConfigurationQuality;
import io.tidemark.reports.tune.GoalUnit;
import io.tidemark.reports.tune.GpuCount;
import io.tidemark.reports.tune.SweptFlags;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.reports.tune.TuneStart;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.QualityRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A row for each configuration: its flags, what it holds against the baseline, and why it is infeasible. */
final class ConfigurationTable {
    /** More tasks, as of a benchmark with many subjects, are in tune.json alone. */
    private static final int MAX_QUALITY_COLUMNS = 4;

    private final TuneReport report;
    private final boolean severalGpus;
    private final List<String> quality;

    ConfigurationTable(TuneReport report) {
        this.report = report;
        this.severalGpus = report.configurations().stream().anyMatch(one -> GpuCount.of(one) > 1);
        this.quality = report.configurations().stream()
                .flatMap(one -> one.quality().rows().keySet().stream())
                .distinct()
                .toList();
    }

    List<Block> blocks() {
        if (report.configurations().isEmpty()) {
            return List.of(Block.muted("No server was started yet."));
        }
        List<Block> blocks = new ArrayList<>(List.of(table(), Block.muted(foot())));
        blocks.addAll(failures());
        List<String> problems = ConfigurationQuality.problems(report);
        if (!problems.isEmpty()) {
            blocks.add(new Block.Heading("Commands after the load that gave no result"));
            blocks.add(new Block.Bullets(problems));
        }
        return blocks;
    }

    private List<String> qualityColumns() {
        return quality.subList(0, Math.min(quality.size(), MAX_QUALITY_COLUMNS));
    }

    Block.Table table() {
        List<Column> columns = new ArrayList<>(List.of(Column.left("configuration")));
        report.flags().names().forEach(flag -> columns.add(Column.right(flag)));
        columns.add(Column.right("GPUs"));
        columns.add(Column.right("KV cache"));
        columns.add(Column.right(report.goal().label() + unit()));
        columns.add(Column.right("lowest to highest"));
        columns.add(
                Column.right("of the " + report.base().map(Configuration::phase).orElse("default")));
        columns.add(Column.left("verdict"));
        qualityColumns().forEach(name -> columns.add(Column.right(name)));
        columns.add(Column.right("starts"));
        columns.add(Column.left("infeasible because"));
        return SparseTable.of(
                columns, report.configurations().stream().map(this::row).toList());
    }

    private String unit() {
        String unit = GoalUnit.of(report).strip();
        return unit.isEmpty() ? "" : ", " + unit;
    }

    private List<Cell> row(Configuration one) {
        Tone flags = one.isInfeasible() ? Tone.MUTED : Tone.PLAIN;
        List<Cell> row = new ArrayList<>(List.of(new Cell(one.phase(), flags)));
        report.flags().names().forEach(flag -> row.add(new Cell(SweptFlags.value(one, flag), flags)));
        row.add(Cell.of(severalGpus ? Integer.toString(GpuCount.of(one)) : ""));
        row.add(Cell.of(kvCapacity(one)));
        double[] values = report.values(one);
        row.add(Cell.of(
                values.length == 0
                        ? ""
                        : ValueText.digits(Arrays.stream(values).average().getAsDouble())));
        row.add(Cell.of(range(values)));
        row.add(Cell.of(change(one)));
        row.add(verdict(one));
        Map<String, QualityRow> worth = one.quality().rows();
        qualityColumns()
                .forEach(name -> row.add(Cell.of(Optional.ofNullable(worth.get(name))
                        .map(QualityFormat::value)
                        .orElse(""))));
        row.add(Cell.of(starts(one)));
        row.add(new Cell(infeasible(one), one.infeasible().isEmpty() ? Tone.PLAIN : Tone.BAD));
        return row;
    }

    private static String kvCapacity(Configuration one) {
        return one.starts().stream()
                .map(StartFacts::kvCapacity)
                .filter(text -> !text.isEmpty())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String range(double[] values) {
        return values.length < 2
                ? ""
                : ValueText.digits(Arrays.stream(values).min().getAsDouble()) + " to "
                        + ValueText.digits(Arrays.stream(values).max().getAsDouble());
    }

    private String change(Configuration one) {
        if (report.isBase(one)) {
            return "baseline";
        }
        return report.comparison().ratio(one).map(ratio -> ratio.format()).orElse("");
    }

    private Cell verdict(Configuration one) {
        Optional<ComparedMeasure> compared = report.comparison().of(one);
        if (compared.isPresent()) {
            return new Cell(
                    ComparisonText.verdict(compared.get()),
                    VerdictTone.of(compared.get().verdict()));
        }
        boolean isSearchedOnly = report.comparison().isFinalOnly()
                && !report.isBase(one)
                && !one.measured().isEmpty();
        return new Cell(isSearchedOnly ? "not in the final stage" : "", Tone.MUTED);
    }

    /** "3 measured", "2 measured, 1 infeasible", "1 infeasible". */
    private static String starts(Configuration one) {
        int measured = one.measured().size();
        int infeasible = one.infeasible().size();
        int others = one.starts().size() - measured - infeasible;
        List<String> parts = new ArrayList<>();
        add(parts, measured, "measured");
        add(parts, infeasible, "infeasible");
        add(parts, others, "not over");
        return String.join(", ", parts);
    }

    private static void add(List<String> parts, int count, String what) {
        if (count > 0) {
            parts.add(count + " " + what);
        }
    }

    private static String infeasible(Configuration one) {
        return one.infeasible().stream()
                .map(start -> start.trial().failure())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private String foot() {
        int compared = Math.max(1, report.comparison().byPhase().size());
        String confidence = ValueText.digits(report.comparison().policy().confidence() * 100);
        String together = compared > 1
                ? " Each interval is one of " + confidence + " %, so that all " + compared
                        + " comparisons together are right with 95 %."
                : "";
        return "default means that the flag is left out. The unit is a start: several runs on one server count as one."
                + together
                + (quality.isEmpty() ? "" : " Quality is the mean of the starts, ± the standard error of one.")
                + (quality.size() > MAX_QUALITY_COLUMNS
                        ? " " + (quality.size() - MAX_QUALITY_COLUMNS) + " more figures of quality are in tune.json."
                        : "")
                + (report.comparison().isFinalOnly() ? " Only starts of the final stage are compared." : "");
    }

    /** The line of the log that says why, of each configuration that failed. */
    private List<Block> failures() {
        List<String> lines = report.configurations().stream()
                .flatMap(one -> one.failure().stream())
                .map(ConfigurationTable::failure)
                .toList();
        return lines.isEmpty() ? List.of() : List.of(new Block.Heading("Why starts failed"), new Block.Bullets(lines));
    }

    private static String failure(TuneStart start) {
        String line = TellingLine.of(start.trial());
        return start.trial().phase() + ", " + start.name() + ": "
                + start.trial().failure() + (line.isEmpty() ? "" : ". " + line);
    }
}
