package io.tidemark.app.cli.results;

import io.tidemark.app.audit.AuditEvents;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.retention.PruneScope;
import io.tidemark.sinks.store.retention.PrunedRows;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark runs delete}: takes all rows of runs out of the store. */
@Command(
        name = "delete",
        mixinStandardHelpOptions = true,
        description = {
            "Delete all rows of runs: requests, windows, results and breaches. Runs of a baseline are refused.",
            "Without --yes the command says what it would delete and ends with exit code 2."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark runs delete 01JD8Z6K3M5TQX9V2R7C0WHB4N",
            "  tidemark runs delete 01JD8Z6K3M5TQX9V2R7C0WHB4N --yes"
        })
final class RunsDeleteCommand implements Runnable {
    private final CommandContext context;

    @Parameters(arity = "1..*", paramLabel = "RUN", description = "Ids of the runs.")
    private List<String> ids = List.of();

    @Option(names = "--yes", description = "Delete them.")
    private boolean confirmed;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    RunsDeleteCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        ResultReader reader = store.open(context);
        List<RunRow> runs =
                ids.stream().distinct().map(id -> RunLookup.byId(reader, id)).toList();
        runs.forEach(RunsDeleteCommand::requireEnded);
        requireNoBaseline(runs, reader.baselines());
        if (!confirmed) {
            runs.forEach(run -> print(run, reader.countPrunable(run.key(), PruneScope.RUNS)));
            throw new InvalidInputException("nothing was deleted: --yes deletes these rows");
        }
        ResultStore opened = context.resources().register(store.orHome(context).open());
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
