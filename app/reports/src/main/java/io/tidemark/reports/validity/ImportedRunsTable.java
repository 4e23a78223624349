package io.tidemark.reports.validity;

import io.tidemark.events.Verdict;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.ImportRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Runs that another tool measured: by which, from which files, what is therefore not known of them, and what the tool counts otherwise. */
final class ImportedRunsTable {
    private static final String TABLE = "table";

    /** What is shown as a metric of a step already. */
    private static final Pattern SHOWN = Pattern.compile(
            "(?:mean|median|min|max|p50|p90|p95|p99)_(?:ttft|tpot|itl|e2el|e2e_latency|client_queue_time)_ms"
                    + "|total_(?:input|output)_tokens|total_[io]sl");

    private static final int MAX_FIGURES = 12;

    private static final Columns<Source> COLUMNS = new Columns<Source>()
            .left("phase", row -> row.run().phase())
            .left("measured by", row -> row.imported().toolAndVersion())
            .left("format", row -> row.imported().format())
            .left("file", row -> row.source().file())
            .left("place", row -> row.source().place())
            .left("defined differently there", row -> definitions(row.imported()))
            .left("also reported there", row -> figures(row.source()));

    private ImportedRunsTable() {}

    private record Source(RunReport run, ImportRow imported, ImportRow.SourceRow source) {}

    /** One for all that lack the same. */
    static List<Block> warnings(ReportModel model) {
        return model.runs().stream()
                .filter(RunReport::isImported)
                .collect(Collectors.groupingBy(
                        run -> alike(run.run().imported().orElseThrow()), LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(ImportedRunsTable::alarm)
                .toList();
    }

    private static List<Object> alike(ImportRow imported) {
        return List.of(imported.format(), imported.toolAndVersion(), imported.lacks());
    }

    private static Block alarm(List<RunReport> runs) {
        List<String> phases = runs.stream().map(run -> run.phase()).distinct().toList();
        ImportRow imported = runs.get(0).run().imported().orElseThrow();
        boolean one = phases.size() == 1;
        String whence = TABLE.equals(imported.format())
                ? " read from a table, so validity depends on its author."
                : " measured by " + imported.toolAndVersion() + " and imported, so validity depends on that tool.";
        String lacks = imported.lacks().isEmpty() ? "" : " Note: " + String.join("; ", imported.lacks()) + ".";
        boolean judgedThere = runs.stream()
                .anyMatch(run -> run.slo().isEmpty()
                        && run.steps().stream().anyMatch(step -> step.verdict() != Verdict.UNKNOWN));
        String verdicts = judgedThere ? " Verdicts are those of the file; their SLO is not known." : "";
        return new Block.Callout(
                String.join(", ", phases) + (one ? " was" : " were") + whence + lacks + verdicts, Tone.DOUBT);
    }

    static List<Block> blocks(ReportModel model) {
        List<Source> rows = model.runs().stream()
                .flatMap(run -> run.run().imported().stream()
                        .flatMap(
                                imported -> imported.steps().stream().map(source -> new Source(run, imported, source))))
                .toList();
        return rows.isEmpty()
                ? List.of()
                : List.of(new Block.Heading("Imported"), COLUMNS.table(rows).sparse());
    }

    private static String definitions(ImportRow imported) {
        return imported.definitions().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining("; "));
    }

    /** "p99.9_ttft_ms 1,880, request_goodput 9.41": under the file's own names. */
    private static String figures(ImportRow.SourceRow source) {
        List<String> all = source.figures().entrySet().stream()
                .filter(figure -> !SHOWN.matcher(figure.getKey()).matches())
                .sorted(Map.Entry.comparingByKey())
                .map(figure -> figure.getKey() + " " + ValueText.digits(figure.getValue()))
                .toList();
        int more = all.size() - MAX_FIGURES;
        return String.join(", ", all.subList(0, Math.min(all.size(), MAX_FIGURES)))
                + (more > 0 ? ", and " + more + " more in the store" : "");
    }
}
