package io.tidemark.app.report;

import io.tidemark.app.report.document.Block;
import io.tidemark.app.report.document.Block.Column;
import io.tidemark.app.report.document.Cell;
import io.tidemark.app.report.document.Tone;
import io.tidemark.sinks.store.read.ImportRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs that another tool measured: by which, from which files, what is therefore not known of them, and what the tool counts otherwise. */
final class ImportedRuns {
    private final ReportModel model;

    ImportedRuns(ReportModel model) {
        this.model = model;
    }

    /** "vllm bench serve 0.14.1". */
    static String tool(ImportRow imported) {
        return (imported.tool() + " " + imported.toolVersion()).strip();
    }

    List<Block> alarms() {
        List<Block> alarms = new ArrayList<>();
        model.runs().forEach(run -> run.run().imported().ifPresent(imported -> alarms.add(alarm(run, imported))));
        return alarms;
    }

    private static Block alarm(RunReport run, ImportRow imported) {
        String lacks = imported.lacks().isEmpty() ? "" : " It lacks: " + String.join("; ", imported.lacks()) + ".";
        return new Block.Callout(
                run.run().phase() + " was measured by " + tool(imported)
                        + " and imported, so its validity rests on that tool." + lacks,
                Tone.DOUBT);
    }

    List<Block> blocks() {
        List<List<Cell>> rows =
                model.runs().stream().flatMap(ImportedRuns::rows).toList();
        if (rows.isEmpty()) {
            return List.of();
        }
        return List.of(
                new Block.Heading("Imported"),
                SparseTable.of(
                        List.of(
                                Column.left("phase"),
                                Column.left("measured by"),
                                Column.left("format"),
                                Column.left("file"),
                                Column.left("place"),
                                Column.left("defined otherwise there")),
                        rows));
    }

    private static Stream<List<Cell>> rows(RunReport run) {
        return run.run().imported().stream()
                .flatMap(imported -> imported.steps().stream()
                        .map(source -> List.of(
                                Cell.of(run.run().phase()),
                                Cell.of(tool(imported)),
                                Cell.of(imported.format()),
                                Cell.of(source.file()),
                                Cell.of(source.place()),
                                Cell.of(definitions(imported)))));
    }

    private static String definitions(ImportRow imported) {
        return imported.definitions().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining("; "));
    }
}
