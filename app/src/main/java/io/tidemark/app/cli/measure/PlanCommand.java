package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.terminal.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark plan}: what a plan file says. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = "Read plans without running them.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark plan check plan.yaml", "  tidemark plan show plan.yaml --set steps[0].rate=3"})
public final class PlanCommand extends CommandGroup {
    private PlanCommand(CommandContext context) {
        super(context);
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext context) {
        return new CommandLine(new PlanCommand(context))
                .addSubcommand(new PlanCheckCommand(context))
                .addSubcommand(new PlanShowCommand(context));
    }
}
