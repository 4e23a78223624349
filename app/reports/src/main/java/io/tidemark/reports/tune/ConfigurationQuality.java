package io.tidemark.reports.tune;

import io.tidemark.reports.compare.ComparedRun;
import io.tidemark.reports.format.QualityFormat;
import io.tidemark.sinks.store.read.run.QualityRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What the answers of a configuration were worth, by task and metric: the mean over its starts. Starts answer the same items, so the standard
 * error of one is that of the mean too.
 *
 * @param rows by the name of task, metric and filter
 */
public record ConfigurationQuality(Map<String, QualityRow> rows) {
    /** Prefix of the facts of a start that say what became of a command that ran after its load. */
    private static final String AFTER = "after.";

    static ConfigurationQuality of(Configuration configuration) {
        Map<String, List<QualityRow>> byName = new LinkedHashMap<>();
        configuration.measured().stream()
                .flatMap(start -> start.measured().stream())
                .map(ComparedRun::quality)
                .flatMap(List::stream)
                .forEach(row -> byName.computeIfAbsent(QualityFormat.name(row), name -> new ArrayList<>())
                        .add(row));
        Map<String, QualityRow> rows = new LinkedHashMap<>();
        byName.forEach((name, all) -> rows.put(name, mean(all)));
        return new ConfigurationQuality(rows);
    }

    private static QualityRow mean(List<QualityRow> rows) {
        QualityRow first = rows.get(0);
        double value = rows.stream().mapToDouble(QualityRow::value).average().orElseThrow();
        OptionalDouble error = rows.stream()
                .map(QualityRow::stderr)
                .flatMapToDouble(OptionalDouble::stream)
                .max();
        OptionalLong items = rows.stream()
                .map(QualityRow::n)
                .flatMapToLong(OptionalLong::stream)
                .min();
        return new QualityRow(
                first.run(), first.task(), first.metric(), first.filter(), value, error, items, first.higherIsBetter());
    }

    /** "start 3 of mns128, quality: failed: exit status 3", of each command that gave no result. */
    public static List<String> problems(TuneReport report) {
        return report.starts().stream()
                .flatMap(start -> start.trial().facts().entrySet().stream()
                        .filter(fact -> fact.getKey().startsWith(AFTER))
                        .filter(fact -> fact.getValue().startsWith("failed")
                                || fact.getValue().startsWith("skipped"))
                        .map(fact -> start.name() + " of " + start.trial().phase() + ", "
                                + fact.getKey().substring(AFTER.length()) + ": " + fact.getValue()))
                .toList();
    }
}
