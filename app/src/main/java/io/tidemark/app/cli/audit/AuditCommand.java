package io.tidemark.app.cli.audit;

import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.terminal.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark admin audit}: who changed what. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        description = "Who changed objectives, mutes, baselines, retention, runs, teams and tokens.",
        footerHeading = "%nExamples:%n",
        footer = "  tidemark admin audit list --team perf --since 7d")
public final class AuditCommand extends CommandGroup {
    private AuditCommand(CommandContext context) {
        super(context);
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext context) {
        return new CommandLine(new AuditCommand(context)).addSubcommand(new AuditListCommand(context));
    }
}
