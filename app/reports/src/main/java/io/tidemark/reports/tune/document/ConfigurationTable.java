package io.tidemark.reports.tune.document;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.ComparisonText;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.QualityFormat;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.format.VerdictFormat;
import io.tidemark.reports.tune.Configuration;
import io.tidemark.reports.tune.Configuration.ConfigurationQuality;
import io.tidemark.reports.tune.GoalUnit;
import io.tidemark.reports.tune.GpuCount;
import io.tidemark.reports.tune.SweptFlags;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.reports.tune.TuneStart;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.tune.TrialRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    Block.Table table() {
        Columns<Configuration> columns =
                new Columns<Configuration>().leftCell("configuration", one -> muted(one, one.phase()));
        report.flags().names().forEach(flag -> columns.rightCell(flag, one -> muted(one, SweptFlags.value(one, flag))));
        columns.right("GPUs", one -> severalGpus ? Integer.toString(GpuCount.of(one)) : "")
                .right("KV cache", ConfigurationTable::kvCapacity)
                .right(report.goal().label() + unit(), one -> ValueFormat.known(report.mean(one), ValueText::digits))
                .right("lowest to highest", one -> range(report.values(one)))
                .right("of the " + report.base().map(Configuration::phase).orElse("default"), report::ratioText)
                .leftCell("verdict", this::verdict);
        quality.stream()
                .limit(MAX_QUALITY_COLUMNS)
                .forEach(name -> columns.right(
                        name,
                        one -> Optional.ofNullable(one.quality().rows().get(name))
                                .map(QualityFormat::value)
                                .orElse("")));
        return columns.right("starts", ConfigurationTable::starts)
                .leftCell(
                        "infeasible because",
                        one -> new Cell(infeasible(one), one.infeasible().isEmpty() ? Tone.PLAIN : Tone.BAD))
                .table(report.configurations())
                .sparse();
    }

    private static Cell muted(Configuration one, String text) {
        return new Cell(text, one.isInfeasible() ? Tone.MUTED : Tone.PLAIN);
    }

    private String unit() {
        String unit = GoalUnit.of(report).strip();
        return unit.isEmpty() ? "" : ", " + unit;
    }

    private static String kvCapacity(Configuration one) {
        return one.starts().stream()
                .map(TuneStart::kvCapacity)
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

    private Cell verdict(Configuration one) {
        Optional<ComparedMeasure> compared = report.comparison().of(one);
        if (compared.isPresent()) {
            return VerdictFormat.cell(
                    ComparisonText.verdict(compared.get()), compared.get().verdict());
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
        return Stream.of(counted(measured, "measured"), counted(infeasible, "infeasible"), counted(others, "not over"))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String counted(int count, String what) {
        return count > 0 ? count + " " + what : "";
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

    /** The line of a failed server's log that says why, as far as a check of each line by itself can find it. */
    static final class TellingLine {
        private static final Pattern CAUSE =
                Pattern.compile("(?i)out of memory|unrecognized argument|address already in use|not a valid model");
        private static final Pattern ERROR = Pattern.compile("(?i)error|exception|fatal|killed|invalid");
        private static final int MAX_LENGTH = 200;

        private TellingLine() {}

        /** The last line that names a known cause, else the last with an error, else the last; what the tuner says where there is no log. */
        static String of(TrialRow trial) {
            List<String> lines =
                    trial.lastLines().stream().filter(line -> !line.isBlank()).toList();
            String line = last(lines, CAUSE);
            line = line.isEmpty() ? last(lines, ERROR) : line;
            line = line.isEmpty() && !lines.isEmpty() ? lines.get(lines.size() - 1) : line;
            return shortened(line.isEmpty() ? trial.description() : line.strip());
        }

        private static String last(List<String> lines, Pattern pattern) {
            return lines.stream().filter(line -> pattern.matcher(line).find()).reduce("", (earlier, later) -> later);
        }

        private static String shortened(String line) {
            return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + " ...";
        }
    }
}
