package io.tidemark.app.cli.alerts;

import io.tidemark.app.process.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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
public final class AlertsCommand implements Runnable {
    private final CommandContext context;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    private AlertsCommand(CommandContext context) {
        this.context = context;
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

    @Override
    public void run() {
        spec.commandLine().usage(context.terminal().out());
    }
}
