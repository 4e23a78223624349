package io.tidemark.app.cli.results;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.transfer.Importer;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.ImportedLoad;
import io.tidemark.importers.run.ImportOptions;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark runs import}: runs of other tools into the store, with or without a stack running. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = {
            "Bring results of other tools into the store: vllm bench serve and sweep, auto_tune, GuideLLM, AIPerf,",
            "the vllm-bench scenarios, tables, lm-evaluation-harness. Files given together are one run per phase and repeat;",
            "importing the same files again changes nothing. docs/how-to/import-results.md says what is read of each."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark runs import results/*.json --experiment tuning --phase baseline",
            "  tidemark runs import lm_eval/results_2026-01-26.json --experiment tuning --phase awq"
        })
final class ImportCommand implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Result files.")
    private List<Path> files = List.of();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "Format of the files. Default: detected from their content. One of vllm, vllm-sweep, vllm-log,"
                            + " auto-tune, guidellm, aiperf, aiperf-records, scenario, scenario-summary, table, lm-eval.")
    private @Nullable String format;

    @Option(names = "--experiment", paramLabel = "NAME", description = "Default: ${DEFAULT-VALUE}.")
    private String experiment = "imported";

    @Option(
            names = "--phase",
            paramLabel = "NAME",
            description =
                    "Server configuration that was measured. Default: as the file says, else the name of its folder.")
    private @Nullable String phase;

    @Option(names = "--team", paramLabel = "TEAM", description = "Default: ${DEFAULT-VALUE}.")
    private String team = "default";

    @Option(
            names = "--load",
            paramLabel = "rate=N|concurrency=N",
            description = "Load of results that do not state one.")
    private @Nullable String load;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "A label of the runs; may be repeated.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(names = "--config", paramLabel = "FLAG=VALUE", description = "A server flag of the phase; may be repeated.")
    private Map<String, String> config = new LinkedHashMap<>();

    @Option(
            names = "--reassign",
            description =
                    "Move runs that the store has under another experiment or phase. Without it they are refused.")
    private boolean moves;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    ImportCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        ImportOptions terms = terms();
        Team owner = OptionParser.team(team);
        ResultStore opened = context.resources().register(store.orHome(context).open());
        Importer.Outcome outcome = new Importer(opened, owner)
                .importRuns(
                        files,
                        terms,
                        moves ? Importer.Moving.ALLOWED : Importer.Moving.REFUSED,
                        context.wallClock().instant());
        ImportPrinter printer = new ImportPrinter(context.terminal());
        printer.print(outcome);
        if (!outcome.storedElsewhere().isEmpty() && outcome.rejected().isEmpty()) {
            throw new InvalidInputException(outcome.storedElsewhere().size() + " runs were left as they are");
        }
        if (outcome.rejected().isEmpty()) {
            return ExitCode.OK.code();
        }
        throw new InvalidInputException(outcome.rejected().size() + " of " + files.size()
                + " files could not be imported, nothing of them was stored");
    }

    private ImportOptions terms() {
        try {
            return new ImportOptions(
                    experiment,
                    Optional.ofNullable(phase),
                    labels,
                    config,
                    Optional.ofNullable(format).map(ImportFormat::parse),
                    Optional.ofNullable(load).map(ImportCommand::load));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        }
    }

    private static ImportedLoad load(String text) {
        String[] parts = text.split("=", 2);
        if (parts.length == 2 && parts[1].matches("[0-9]+(\\.[0-9]+)?")) {
            double value = Double.parseDouble(parts[1]);
            if (parts[0].equals("rate") && value > 0) {
                return ImportedLoad.rate(value);
            }
            if (parts[0].equals("concurrency") && value >= 1 && value == Math.rint(value)) {
                return ImportedLoad.concurrency((int) value);
            }
        }
        throw new IllegalArgumentException(
                "--load must be rate=REQUESTS_PER_SECOND or concurrency=REQUESTS but was " + text);
    }
}
