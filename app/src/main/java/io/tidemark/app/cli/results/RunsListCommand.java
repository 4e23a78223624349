package io.tidemark.app.cli.results;

import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.process.CommandContext;
import io.tidemark.reports.exit.CommandException;
import io.tidemark.reports.exit.ExitCode;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.run.RunRow;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark runs list}: the newest runs of the store. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "List the newest runs of the store.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark runs list", "  tidemark runs list --experiment h200 --limit 100"})
final class RunsListCommand implements Callable<Integer> {
    private final CommandContext context;

    @Option(names = "--team", paramLabel = "NAME", description = "Only runs of this team. Default: all teams.")
    private @Nullable String team;

    @Option(names = "--experiment", paramLabel = "NAME", description = "Only runs of this experiment.")
    private @Nullable String experiment;

    @Option(names = "--limit", paramLabel = "N", description = "How many runs at most. Default: ${DEFAULT-VALUE}.")
    private int limit = 20;

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    RunsListCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        if (limit < 1) {
            throw CommandException.usage("--limit must be >= 1 but was " + limit);
        }
        RunFilter filter = filter();
        List<RunRow> runs = runs(store.open(context), filter);
        if (json) {
            context.terminal().printLine(RunJson.list(runs));
        } else {
            runs.forEach(this::print);
        }
        return ExitCode.OK.code();
    }

    private RunFilter filter() {
        RunFilter ofTeam = team == null ? RunFilter.all() : RunFilter.team(OptionParser.team(team));
        return experiment == null ? ofTeam : ofTeam.experiment(experiment);
    }

    /** A store can hold tens of thousands of runs: without a filter it is asked for the newest alone. */
    private List<RunRow> runs(ResultReader results, RunFilter filter) {
        return filter.equals(RunFilter.all())
                ? results.latestRuns(limit)
                : results.runs(filter).stream().limit(limit).toList();
    }

    private void print(RunRow run) {
        context.terminal()
                .printFormatted(
                        "%s  %s  %-8s  %-10s %s / %s",
                        run.key().run(),
                        run.started(),
                        run.standing(),
                        run.key().team(),
                        run.experiment(),
                        run.phase());
    }
}
