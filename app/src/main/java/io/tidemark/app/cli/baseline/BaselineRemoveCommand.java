package io.tidemark.app.cli.baseline;

import io.tidemark.app.audit.AuditEvents;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.compare.BaselineSelector;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.baseline.BaselineStore;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark baseline remove}: forgets a baseline; its runs stay. */
@Command(
        name = "remove",
        mixinStandardHelpOptions = true,
        description = "Remove a baseline. Its runs stay, and can be deleted from then on.",
        footerHeading = "%nExamples:%n",
        footer = "  tidemark baseline remove main")
final class BaselineRemoveCommand implements Runnable {
    private final CommandContext context;

    @Parameters(paramLabel = "NAME", description = "As `tidemark baseline list` prints it.")
    private String name = "";

    @Option(names = "--team", paramLabel = "NAME", description = "Team of the baseline. Default: the one that has it.")
    private @Nullable String team;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    BaselineRemoveCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        Baseline found = new BaselineSelector(
                        store.open(context), Optional.ofNullable(team).map(OptionParser::team))
                .named(name);
        BaselineStore baselines =
                context.resources().register(store.existing(context).openBaselines());
        if (!baselines.remove(found.team(), name, AuditEvents.of(context, "baseline remove", name, Map.of()))) {
            throw new InvalidInputException(
                    "baseline " + name + " of team " + found.team() + " was removed by another command");
        }
        context.terminal().printFormatted("baseline %s of team %s was removed; its runs stay", name, found.team());
    }
}
