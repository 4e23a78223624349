package io.tidemark.app.transfer;

import io.tidemark.schemas.StepNumber;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes runs as files of other tools.
 *
 * @param folder made as needed; files of the same names in it are replaced
 */
public record Exporter(ResultReader results, Path folder) {
    /**
     * What was written.
     *
     * @param files by name
     * @param withoutRequests steps whose requests the store does not hold, so that they have no per-request file
     */
    public record Written(List<Path> files, List<String> withoutRequests) {
        public Written {
            files = List.copyOf(files);
            withoutRequests = List.copyOf(withoutRequests);
        }
    }

    public Written write(List<RunRow> runs, ExportFormat format) throws IOException {
        Files.createDirectories(folder);
        return switch (format) {
            case CSV -> csv(runs);
            case SUMMARY -> summary(runs);
            case PARQUET -> parquet(runs);
            case VLLM -> vllm(runs);
        };
    }

    private Written csv(List<RunRow> runs) throws IOException {
        List<Path> files = new ArrayList<>();
        List<String> bare = each(runs, step -> {
            if (!step.requests().isEmpty()) {
                files.add(text(step.fileName() + ".csv", ScenarioRequestCsv.of(step)));
            }
        });
        return new Written(files, bare);
    }

    private Written summary(List<RunRow> runs) throws IOException {
        List<ScenarioSummary> all = new ArrayList<>();
        each(runs, step -> all.add(ScenarioSummary.of(step)));
        return new Written(
                List.of(
                        text("summary.csv", ScenarioSummaryFiles.csv(all)),
                        text("summary.md", ScenarioSummaryFiles.markdown(all))),
                List.of());
    }

    private Written parquet(List<RunRow> runs) throws IOException {
        try (ParquetExport files = new ParquetExport(folder, ArchiveConverter.installed())) {
            List<String> bare = each(runs, files::add);
            return new Written(files.finish(), bare);
        }
    }

    private Written vllm(List<RunRow> runs) throws IOException {
        List<Path> files = new ArrayList<>();
        each(runs, step -> files.add(text(step.fileName() + ".json", VllmResultExport.of(step) + "\n")));
        return new Written(files, List.of());
    }

    @FunctionalInterface
    private interface StepWriter {
        void write(ExportedStep step) throws IOException;
    }

    /** @return names of the steps without requests */
    private List<String> each(List<RunRow> runs, StepWriter writer) throws IOException {
        List<String> bare = new ArrayList<>();
        for (RunRow run : runs) {
            for (ExportedStep step : ExportedStep.of(results, run)) {
                writer.write(step);
                if (step.requests().isEmpty()) {
                    bare.add("run " + run.key().run() + " step " + StepNumber.of(step.step()));
                }
            }
        }
        return bare;
    }

    private Path text(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
    }
}
