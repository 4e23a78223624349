package io.tidemark.app.cli.results;

import io.tidemark.app.audit.AuditEvents;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.run.stop.RunStopper;
import io.tidemark.app.run.stop.StopRequest;
import io.tidemark.app.run.stop.StopRequester;
import io.tidemark.app.transfer.ExportFormat;
import io.tidemark.app.transfer.Exporter;
import io.tidemark.events.RunState;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.retention.PruneScope;
import io.tidemark.sinks.store.retention.PrunedRows;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark runs}: the runs of the result store. */
@Command(
        name = "runs",
        description = "List, show, export, import, stop and delete runs.",
        footer = {
            "  tidemark runs list --experiment h200",
            "  tidemark runs import results/*.json --experiment tuning --phase baseline"
        })
public final class RunsCommand extends CommandGroup {
    public RunsCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected List<Object> below() {
        return List.of(
                new RunsListCommand(context),
                new ShowCommand(),
                new RunsWindowsCommand(context),
                new ExportCommand(),
                new ImportCommand(context),
                new StopCommand(),
                new DeleteCommand());
    }

    @Command(
            name = "show",
            description = "Show the facts of a run: when, what, where, how it ended, and the verdict of each step.",
            footer = {
                "  tidemark runs show 01JD8Z6K3M5TQX9V2R7C0WHB4N",
                "  tidemark runs show 01JD8Z6K3M5TQX9V2R7C0WHB4N --json"
            })
    private final class ShowCommand implements Runnable {
        @Parameters(paramLabel = "RUN", description = "Id of the run.")
        private String id = "";

        @Option(names = "--json", description = "Print one JSON object, for machines.")
        private boolean json;

        @Mixin
        private final StoreOptions store = new StoreOptions();

        @Override
        public void run() {
            RunFacts facts = store.open(context).inSnapshot(this::facts);
            if (json) {
                context.terminal().printLine(facts.json());
            } else {
                facts.lines().forEach(context.terminal()::printLine);
            }
        }

        private RunFacts facts(ResultReader results) {
            return RunFacts.read(results, RunFacts.row(results, id));
        }
    }

    @Command(
            name = "stop",
            description = {
                "Stop a run that goes on, from any machine. Its process ends as by Ctrl-C: the run is ABORTED, measured data is kept.",
                "Exit code 5: the run did not end in time."
            },
            footer = "  tidemark runs stop 01JD8Z6K3M5TQX9V2R7C0WHB4P --reason 'the server is needed for a release'")
    private final class StopCommand implements Callable<Integer> {
        @Parameters(paramLabel = "RUN", description = "Id of the run.")
        private String run = "";

        @Option(
                names = "--reason",
                required = true,
                paramLabel = "TEXT",
                description =
                        "The reason, for whoever made the run. It stands in the audit, in the run and at its terminal.")
        private String reason = "";

        @Option(names = "--team", defaultValue = "default", description = "Default: ${DEFAULT-VALUE}")
        private String team = "";

        @Option(
                names = "--timeout",
                paramLabel = "TIME",
                defaultValue = "20s",
                description = "How long to wait for the run's end. Default: ${DEFAULT-VALUE}")
        private Duration timeout = Duration.ZERO;

        @Mixin
        private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

        @Override
        public Integer call() throws InterruptedException {
            Team owner = OptionParser.team(team);
            StopRequest request = OptionParser.parse("", () -> new StopRequest(run, reason, StopRequester.OF_PROCESS));
            RunState ended = new RunStopper(context, cluster.required(context.home()), owner)
                    .stop(request, timeout)
                    .orElseThrow(() -> new UnavailableException("run " + run + " did not end within "
                            + timeout.toSeconds()
                            + " s after it was asked to: its process is gone, cannot reach Kafka, or its user"
                            + " may not read " + Topic.RUN_COMMANDS.in(owner)
                            + " (`run --verbose` says so)"));
            context.terminal()
                    .printFormatted(
                            "run %s ended at %s as %s; its measurements: tidemark report %s",
                            run, Objects.requireNonNull(ended.getEnded()), ended.getStatus(), run);
            return ExitCode.OK.code();
        }
    }

    @Command(
            name = "delete",
            description = {
                "Delete all rows of runs: requests, windows, results and breaches. Runs of a baseline are refused.",
                "Without --yes the command says what it would delete and ends with exit code 2."
            },
            footer = {
                "  tidemark runs delete 01JD8Z6K3M5TQX9V2R7C0WHB4N",
                "  tidemark runs delete 01JD8Z6K3M5TQX9V2R7C0WHB4N --yes"
            })
    private final class DeleteCommand implements Runnable {
        @Parameters(arity = "1..*", paramLabel = "RUN", description = "Ids of the runs.")
        private List<String> ids = List.of();

        @Option(names = "--yes", description = "Delete them.")
        private boolean confirmed;

        @Mixin
        private final StoreOptions store = new StoreOptions();

        @Override
        public void run() {
            ResultReader reader = store.open(context);
            List<RunRow> runs =
                    ids.stream().distinct().map(id -> RunFacts.row(reader, id)).toList();
            runs.forEach(DeleteCommand::requireEnded);
            requireNoBaseline(runs, reader.baselines());
            if (!confirmed) {
                runs.forEach(run -> print(run, reader.countPrunable(run.key(), PruneScope.RUNS)));
                throw new InvalidInputException("nothing was deleted: --yes deletes these rows");
            }
            ResultStore opened =
                    context.resources().register(store.orHome(context).open());
            runs.forEach(run -> print(
                    run,
                    opened.prune(
                            run.key(),
                            PruneScope.RUNS,
                            AuditEvents.of(
                                    context,
                                    "runs delete",
                                    run.key().run(),
                                    Map.of("experiment", run.experiment(), "phase", run.phase())))));
            context.terminal().printFormatted("deleted %d runs", runs.size());
        }

        /** A sink would store the rest of a run that goes on, without its beginning. */
        private static void requireEnded(RunRow run) {
            if (run.isRunning()) {
                throw new InvalidInputException("run " + run.key().run() + " has not ended; stop it first");
            }
        }

        private static void requireNoBaseline(List<RunRow> runs, List<Baseline> baselines) {
            List<String> kept = runs.stream()
                    .flatMap(run -> baselines.stream()
                            .filter(baseline -> baseline.names(run.key()))
                            .map(baseline -> "run " + run.key().run() + " belongs to baseline " + baseline.name()
                                    + " of team " + baseline.team()))
                    .toList();
            if (!kept.isEmpty()) {
                throw new InvalidInputException("nothing was deleted: " + String.join(", ", kept)
                        + "; `tidemark baseline remove NAME` lets go of its runs");
            }
        }

        private void print(RunRow run, PrunedRows rows) {
            context.terminal()
                    .printFormatted(
                            "%s  %s  %s / %s  %d rows",
                            run.key().run(), run.started(), run.experiment(), run.phase(), rows.total());
        }
    }

    @Command(
            name = "export",
            description = {
                "Write runs, a phase or an experiment of the store as CSV (per request, or a summary), Parquet or",
                "vllm bench serve's JSON. docs/how-to/import-results.md says what each holds."
            },
            footer = {
                "  tidemark runs export --experiment tuning --format parquet --out tuning",
                "  tidemark runs export 01JD8Z6K3M5TQX9V2R7C0WHB4N --format csv"
            })
    private final class ExportCommand implements Runnable {
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

        @Override
        public void run() {
            ExportFormat chosen = OptionParser.parse("--", () -> ExportFormat.parse(format));
            ResultReader results = store.open(context);
            List<RunRow> runs = runs(results);
            Path folder = Optional.ofNullable(out).orElseGet(() -> context.inHome("export"));
            try {
                print(new Exporter(results, folder).write(runs, chosen));
            } catch (IOException e) {
                throw new UnavailableException("cannot write to " + folder + ": " + e.getMessage(), e);
            }
        }

        private List<RunRow> runs(ResultReader results) {
            if (ids.isEmpty() && experiment == null) {
                throw new InvalidInputException(
                        "name run ids, or an --experiment; tidemark runs list shows what there is");
            }
            if (!ids.isEmpty()) {
                return ids.stream().map(id -> RunFacts.row(results, id)).toList();
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
}
