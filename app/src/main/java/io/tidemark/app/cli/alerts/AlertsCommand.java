package io.tidemark.app.cli.alerts;

import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.terminal.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark alerts}: the alerts there are, and who is notified of them. */
@Command(
        name = "alerts",
        mixinStandardHelpOptions = true,
        description = "List and mute alerts; check and test who is notified.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark alerts list",
            "  tidemark alerts check alerts.yaml",
            "  tidemark alerts test alerts.yaml --receiver chat"
        })
public final class AlertsCommand extends CommandGroup {
    private AlertsCommand(CommandContext context) {
        super(context);
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext context) {
        return new CommandLine(new AlertsCommand(context))
                .addSubcommand(new AlertsListCommand(context))
                .addSubcommand(new AlertsMuteCommand(context))
                .addSubcommand(new AlertsUnmuteCommand(context))
                .addSubcommand(new AlertsCheckCommand(context))
                .addSubcommand(new AlertsTestCommand(context));
    }
}
