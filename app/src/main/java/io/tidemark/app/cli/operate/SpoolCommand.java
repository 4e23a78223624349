package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.terminal.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark admin spool}: events that wait on disk. */
@Command(
        name = "spool",
        mixinStandardHelpOptions = true,
        description = "Events that runs left on disk.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark admin spool publish", "  tidemark admin spool publish tidemark/spool/RUN-LANE"})
final class SpoolCommand extends CommandGroup {
    private SpoolCommand(CommandContext context) {
        super(context);
    }

    /** With the commands below it. */
    static CommandLine line(CommandContext context) {
        return new CommandLine(new SpoolCommand(context)).addSubcommand(new SpoolPublishCommand(context));
    }
}
