package io.tidemark.app.cli.baseline;

import io.tidemark.app.process.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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
            "  tidemark baseline set main 'H200 tuning/moderate' --why 'release 1.4'",
            "  tidemark baseline list",
            "  tidemark compare @main candidate"
        })
public final class BaselineCommand implements Runnable {
    private final CommandContext context;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    private BaselineCommand(CommandContext context) {
        this.context = context;
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext context) {
        return new CommandLine(new BaselineCommand(context))
                .addSubcommand(new BaselineSetCommand(context))
                .addSubcommand(new BaselineListCommand(context))
                .addSubcommand(new BaselineRemoveCommand(context));
    }

    @Override
    public void run() {
        spec.commandLine().usage(context.terminal().out());
    }
}
