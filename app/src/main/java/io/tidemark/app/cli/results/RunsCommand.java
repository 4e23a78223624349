package io.tidemark.app.cli.results;

import io.tidemark.app.process.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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
public final class RunsCommand implements Runnable {
    private final CommandContext surroundings;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    private RunsCommand(CommandContext surroundings) {
        this.surroundings = surroundings;
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext surroundings) {
        return new CommandLine(new RunsCommand(surroundings))
                .addSubcommand(new RunsListCommand(surroundings))
                .addSubcommand(new RunsShowCommand(surroundings))
                .addSubcommand(new RunsWindowsCommand(surroundings))
                .addSubcommand(new ExportCommand(surroundings))
                .addSubcommand(new ImportCommand(surroundings))
                .addSubcommand(new RunsStopCommand(surroundings))
                .addSubcommand(new RunsDeleteCommand(surroundings));
    }

    @Override
    public void run() {
        spec.commandLine().usage(surroundings.terminal().out());
    }
}
