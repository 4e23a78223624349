package io.tidemark.app.cli.results;

import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.terminal.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark runs}: the runs of the result store. */
@Command(
        name = "runs",
        mixinStandardHelpOptions = true,
        description = "List, show, export, import, stop and delete runs.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark runs list --experiment h200",
            "  tidemark runs import results/*.json --experiment tuning --phase baseline"
        })
public final class RunsCommand extends CommandGroup {
    private RunsCommand(CommandContext context) {
        super(context);
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext context) {
        return new CommandLine(new RunsCommand(context))
                .addSubcommand(new RunsListCommand(context))
                .addSubcommand(new RunsShowCommand(context))
                .addSubcommand(new RunsWindowsCommand(context))
                .addSubcommand(new ExportCommand(context))
                .addSubcommand(new ImportCommand(context))
                .addSubcommand(new RunsStopCommand(context))
                .addSubcommand(new RunsDeleteCommand(context));
    }
}
