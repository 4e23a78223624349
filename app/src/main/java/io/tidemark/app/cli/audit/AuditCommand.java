package io.tidemark.app.cli.audit;

import io.tidemark.app.process.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tidemark admin audit}: who changed what. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        description = "Who changed objectives, mutes, baselines, retention, runs, teams and tokens.",
        footerHeading = "%nExamples:%n",
        footer = "  tidemark admin audit list --team perf --since 7d")
public final class AuditCommand implements Runnable {
    private final CommandContext context;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    private AuditCommand(CommandContext context) {
        this.context = context;
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext context) {
        return new CommandLine(new AuditCommand(context)).addSubcommand(new AuditListCommand(context));
    }

    @Override
    public void run() {
        spec.commandLine().usage(context.terminal().out());
    }
}
