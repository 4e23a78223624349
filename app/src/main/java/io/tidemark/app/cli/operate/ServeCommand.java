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
    private final CommandContext context;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    private ServeCommand(CommandContext context) {
        this.context = context;
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext context) {
        return new CommandLine(new ServeCommand(context))
                .addSubcommand(new StreamsCommand(context))
                .addSubcommand(new SinkCommand(context))
                .addSubcommand(new AlertsServeCommand(context))
                .addSubcommand(new ScrapeCommand(context))
                .addSubcommand(new ExporterCommand(context))
                .addSubcommand(new RegistryCommand(context))
                .addSubcommand(new ArchiveCommand());
    }

    @Override
    public void run() {
        spec.commandLine().usage(context.terminal().out());
    }
}
