package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.terminal.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;

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
public final class ServeCommand extends CommandGroup {
    private ServeCommand(CommandContext context) {
        super(context);
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
}
