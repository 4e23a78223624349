package io.tidemark.app.cli.results;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.transfer.Importer;
import io.tidemark.events.LoadKind;
import io.tidemark.events.RunState;
import io.tidemark.events.StepResult;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.ImportedLoad;
import io.tidemark.importers.result.ImportedQuality;
import io.tidemark.importers.run.ImportOptions;
import io.tidemark.importers.run.ImportedRun;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.ResultStore;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "import",
        description = {
            "Bring results of other tools into the store: vllm bench serve and sweep, auto_tune, GuideLLM, AIPerf,",
            "the vllm-bench scenarios, tables, lm-evaluation-harness. Files given together are one run per phase and repeat;",
            "importing the same files again changes nothing. docs/how-to/import-results.md says what is read of each."
        },
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
        new ImportPrinter(context.terminal()).print(outcome);
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
        return OptionParser.parse(
                "",
                () -> new ImportOptions(
                        experiment,
                        Optional.ofNullable(phase),
                        labels,
                        config,
                        Optional.ofNullable(format).map(ImportFormat::parse),
                        Optional.ofNullable(load).map(ImportCommand::load)));
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

    /** Says what an import brought: a paragraph per run, then what was left out, then a line per bad file. */
    private record ImportPrinter(Terminal terminal) {
        void print(Importer.Outcome outcome) {
            outcome.stored().forEach(this::print);
            outcome.alreadyStored()
                    .forEach((run, holder) -> terminal.printFormatted(
                            "left out: %s is in the store already, in run %s", files(run), holder));
            outcome.storedElsewhere()
                    .forEach((run, place) -> terminal.warn(files(run) + ": run "
                            + run.run().getRun()
                            + " is in the store as " + place + "; --reassign moves it to "
                            + run.run().getExperiment() + " / " + run.run().getPhase()));
            outcome.rejected().forEach(terminal::warn);
        }

        private void print(ImportedRun imported) {
            RunState run = imported.run();
            terminal.printFormatted("%s  %s / %s", run.getRun(), run.getExperiment(), run.getPhase());
            terminal.printFormatted("  from    %s, %s", tool(imported.provenance()), files(imported));
            if (!imported.results().isEmpty()) {
                terminal.printFormatted("  loads   %s", loads(imported.results()));
            }
            if (!imported.requests().isEmpty()) {
                terminal.printFormatted(
                        "  holds   %,d requests", imported.requests().size());
            }
            imported.quality().forEach(quality -> terminal.printFormatted("  quality %s", description(quality)));
            imported.provenance().missingData().forEach(lack -> terminal.printFormatted("  lacks   %s", lack));
        }

        private static String tool(ImportedRun.Provenance mark) {
            return mark.toolVersion().isEmpty() ? mark.tool() : mark.tool() + " " + mark.toolVersion();
        }

        private static String files(ImportedRun run) {
            List<String> names = run.provenance().sources().stream()
                    .map(ImportedRun.Source::file)
                    .distinct()
                    .toList();
            return names.size() <= 3
                    ? String.join(", ", names)
                    : names.get(0) + " and " + (names.size() - 1) + " more files";
        }

        private static String loads(List<StepResult> results) {
            return results.stream().map(ImportPrinter::load).collect(Collectors.joining(", "));
        }

        private static String load(StepResult result) {
            if (result.getLoadKind() == LoadKind.UNKNOWN) {
                return "unknown (--load says it)";
            }
            return ValueText.load(result.getLoadKind(), result.getLoad());
        }

        private static String description(ImportedQuality quality) {
            String filter = quality.filter().isEmpty() ? "" : " (" + quality.filter() + ")";
            String n = quality.n().isPresent() ? ", n " + quality.n().getAsLong() : "";
            return String.format(
                    Locale.ROOT, "%s %s%s = %.4f%s", quality.task(), quality.metric(), filter, quality.value(), n);
        }
    }
}
