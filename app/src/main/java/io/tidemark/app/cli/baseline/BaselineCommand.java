package io.tidemark.app.cli.baseline;

import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.terminal.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark baseline}: runs that are kept by a name, to compare later ones with. */
@Command(
        name = "baseline",
        mixinStandardHelpOptions = true,
        description = {
            "Keep runs by a name, to compare later ones with.",
            "`compare` and `gate` take it as @NAME. Runs of a baseline cannot be deleted."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark baseline set main 'H200 tuning/moderate' --reason 'release 1.4'",
            "  tidemark baseline list",
            "  tidemark compare @main candidate"
        })
public final class BaselineCommand extends CommandGroup {
    private BaselineCommand(CommandContext context) {
        super(context);
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext context) {
        return new CommandLine(new BaselineCommand(context))
                .addSubcommand(new BaselineSetCommand(context))
                .addSubcommand(new BaselineListCommand(context))
                .addSubcommand(new BaselineRemoveCommand(context));
    }
}
