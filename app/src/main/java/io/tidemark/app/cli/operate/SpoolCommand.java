package io.tidemark.app.cli.operate;

import io.tidemark.app.process.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tidemark admin spool}: events that wait on disk. */
@Command(
        name = "spool",
        mixinStandardHelpOptions = true,
        description = "Events that runs left on disk.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark admin spool publish", "  tidemark admin spool publish tidemark/spool/RUN-LANE"})
final class SpoolCommand implements Runnable {
    private final CommandContext context;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    private SpoolCommand(CommandContext context) {
        this.context = context;
    }

    /** With the commands below it. */
    static CommandLine line(CommandContext context) {
        return new CommandLine(new SpoolCommand(context)).addSubcommand(new SpoolPublishCommand(context));
    }

    @Override
    public void run() {
        spec.commandLine().usage(context.terminal().out());
    }
}
