package io.tidemark.app.cli.results;

import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.sinks.store.read.ResultReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark runs show}: what the store knows of one run. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Show the facts of a run: when, what, where, how it ended, and the verdict of each step.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark runs show 01JD8Z6K3M5TQX9V2R7C0WHB4N",
            "  tidemark runs show 01JD8Z6K3M5TQX9V2R7C0WHB4N --json"
        })
final class RunsShowCommand implements Runnable {
    private final CommandContext context;

    @Parameters(paramLabel = "RUN", description = "Id of the run.")
    private String id = "";

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    RunsShowCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        RunFacts facts = store.open(context).inSnapshot(this::facts);
        if (json) {
            context.terminal().printLine(RunJson.of(facts));
        } else {
            facts.lines().forEach(context.terminal()::printLine);
        }
    }

    private RunFacts facts(ResultReader results) {
        return RunFacts.read(results, RunLookup.byId(results, id));
    }
}
