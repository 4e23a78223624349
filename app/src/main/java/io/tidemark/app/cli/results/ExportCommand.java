package io.tidemark.app.cli.results;

import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.transfer.ExportFormat;
import io.tidemark.app.transfer.Exporter;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.run.RunRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark runs export}: runs of the store as files of other tools. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = {
            "Write runs, a phase or an experiment of the store as CSV (per request, or a summary), Parquet or",
            "vllm bench serve's JSON. docs/how-to/import-results.md says what each holds."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark runs export --experiment tuning --format parquet --out tuning",
            "  tidemark runs export 01JD8Z6K3M5TQX9V2R7C0WHB4N --format csv"
        })
final class ExportCommand implements Runnable {
    private final CommandContext context;

    @Parameters(arity = "0..*", paramLabel = "RUN", description = "Run ids.")
    private List<String> ids = List.of();

    @Option(names = "--experiment", paramLabel = "NAME", description = "All runs of this experiment.")
    private @Nullable String experiment;

    @Option(names = "--phase", paramLabel = "NAME", description = "Only runs of this phase.")
    private @Nullable String phase;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "csv, summary, parquet (needs the archive) or vllm. Default: ${DEFAULT-VALUE}.")
    private String format = "csv";

    @Option(names = "--out", paramLabel = "DIR", description = "Folder for the files. Default: <home>/export.")
    private @Nullable Path out;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    ExportCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        ExportFormat chosen = format();
        ResultReader results = store.open(context);
        List<RunRow> runs = runs(results);
        Path folder = Optional.ofNullable(out).orElseGet(() -> context.inHome("export"));
        try {
            print(new Exporter(results, folder).write(runs, chosen));
        } catch (IOException e) {
            throw new UnavailableException("cannot write to " + folder + ": " + e.getMessage(), e);
        }
    }

    private ExportFormat format() {
        try {
            return ExportFormat.parse(format);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("--" + e.getMessage());
        }
    }

    private List<RunRow> runs(ResultReader results) {
        if (ids.isEmpty() && experiment == null) {
            throw new InvalidInputException("name run ids, or an --experiment; tidemark runs list shows what there is");
        }
        if (!ids.isEmpty()) {
            return ids.stream().map(id -> RunLookup.byId(results, id)).toList();
        }
        RunFilter filter = RunFilter.all().experiment(String.valueOf(experiment));
        List<RunRow> found = results.runs(phase == null ? filter : filter.phase(phase));
        if (found.isEmpty()) {
            throw new InvalidInputException("the store holds no run of experiment \"" + experiment + "\""
                    + (phase == null ? "" : ", phase \"" + phase + "\""));
        }
        return found;
    }

    private void print(Exporter.Written written) {
        written.files().forEach(file -> context.terminal().printLine(file.toString()));
        written.withoutRequests()
                .forEach(step -> context.terminal()
                        .warn(step + " has no requests in the store: only its figures can be exported"));
    }
}
