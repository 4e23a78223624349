package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.alerts.AlertsServeCommand;
import io.tidemark.app.process.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tidemark serve}: the components that a cluster runs, each as its own process. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = "Run one component as a separate process, for a cluster.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark serve streams --kafka broker-1:9092 --registry http://registry:8081",
            "  tidemark serve sink --kafka broker-1:9092 --registry http://registry:8081 --team perf"
        })
public final class ServeCommand implements Runnable {
    private final CommandContext surroundings;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    private ServeCommand(CommandContext surroundings) {
        this.surroundings = surroundings;
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext surroundings) {
        return new CommandLine(new ServeCommand(surroundings))
                .addSubcommand(new StreamsCommand(surroundings))
                .addSubcommand(new SinkCommand(surroundings))
                .addSubcommand(new AlertsServeCommand(surroundings))
                .addSubcommand(new ScrapeCommand(surroundings))
                .addSubcommand(new ExporterCommand(surroundings))
                .addSubcommand(new RegistryCommand(surroundings))
                .addSubcommand(new ArchiveCommand());
    }

    @Override
    public void run() {
        spec.commandLine().usage(surroundings.terminal().out());
    }
}
