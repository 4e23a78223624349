package io.tidemark.app.cli.measure;

import io.tidemark.app.process.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tidemark plan}: what a plan file says. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = "Read plans without running them.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark plan check plan.yaml", "  tidemark plan show plan.yaml --set steps[0].rate=3"})
public final class PlanCommand implements Runnable {
    private final CommandContext context;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    private PlanCommand(CommandContext context) {
        this.context = context;
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext context) {
        return new CommandLine(new PlanCommand(context))
                .addSubcommand(new PlanCheckCommand(context))
                .addSubcommand(new PlanShowCommand(context));
    }

    @Override
    public void run() {
        spec.commandLine().usage(context.terminal().out());
    }
}
