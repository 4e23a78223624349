package io.tidemark.app.cli.alerts;

import io.tidemark.app.audit.AuditEvents;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.sinks.store.alert.AlertStore;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark alerts unmute}: ends a mute. */
@Command(
        name = "unmute",
        mixinStandardHelpOptions = true,
        description = "End a mute: alerts that still fire are delivered.",
        footerHeading = "%nExamples:%n",
        footer = "  tidemark alerts unmute 3f9a01bc")
final class AlertsUnmuteCommand implements Runnable {
    private final CommandContext context;

    @Parameters(paramLabel = "ID", description = "As `tidemark alerts mute` and `tidemark alerts list` print it.")
    private String id = "";

    @Option(names = "--team", paramLabel = "NAME", description = "Team of the mute. Default: ${DEFAULT-VALUE}")
    private String team = "default";

    @Mixin
    private final StoreOptions store = new StoreOptions();

    AlertsUnmuteCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        AlertStore alerts = context.resources().register(store.existing(context).openAlerts());
        if (!alerts.unmute(OptionParser.team(team), id, AuditEvents.of(context, "alerts unmute", id, Map.of()))) {
            throw new InvalidInputException(
                    "team " + team + " has no mute " + id + "; `tidemark alerts list` prints them");
        }
        context.terminal().printLine("mute " + id + " of team " + team + " has ended");
    }
}
