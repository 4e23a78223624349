package io.tidemark.app.cli.alerts;

import io.tidemark.app.process.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tidemark alerts}: who is told about alerts. */
@Command(
        name = "alerts",
        mixinStandardHelpOptions = true,
        description = "Check who is told about alerts, and send test alerts.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark alerts check alerts.yaml", "  tidemark alerts test alerts.yaml --receiver chat"})
public final class AlertsCommand implements Runnable {
    private final CommandContext surroundings;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    private AlertsCommand(CommandContext surroundings) {
        this.surroundings = surroundings;
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext surroundings) {
        return new CommandLine(new AlertsCommand(surroundings))
                .addSubcommand(new AlertsCheckCommand(surroundings))
                .addSubcommand(new AlertsTestCommand(surroundings));
    }

    @Override
    public void run() {
        spec.commandLine().usage(surroundings.terminal().out());
    }
}
