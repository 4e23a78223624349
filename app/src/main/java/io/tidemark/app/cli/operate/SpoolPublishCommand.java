package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.SpoolOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.delivery.SpoolPublication;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.producer.publish.SpoolReplayer;
import io.tidemark.reports.failure.UnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tidemark admin spool publish}: publishes what runs left on disk because Kafka stayed away. */
@Command(
        name = "publish",
        mixinStandardHelpOptions = true,
        description = {
            "Publish the events that runs left on disk because Kafka was unavailable at their end.",
            "Use the cluster and registry of the run: events carry the registry's schema ids."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark admin spool publish", "  tidemark admin spool publish tidemark/spool/RUN-LANE"})
final class SpoolPublishCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            description = "A run's spool, or a folder of them. Default: <home>/spool.")
    private @Nullable Path folder;

    SpoolPublishCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Path asked = folder == null ? SpoolOptions.inHome(context.home()) : folder;
        List<Path> spools = spools(asked);
        if (spools.isEmpty()) {
            context.terminal().printLine("no events wait in " + asked);
            return ExitCode.OK.code();
        }
        ClusterConnection connection = cluster.required(context.home());
        SpoolPublication publication = new SpoolPublication(context, connection, connection.clusterId());
        publication.requireOrigin(spools);
        boolean all = true;
        for (Path spool : spools) {
            all &= publish(publication, spool);
        }
        return (all ? ExitCode.OK : ExitCode.INFRASTRUCTURE).code();
    }

    private boolean publish(SpoolPublication publication, Path spool) {
        try {
            SpoolReplayer.ReplayResult outcome = publication.publish(spool);
            context.terminal().printFormatted("%s: %d events published", spool, outcome.published());
            return outcome.remaining() == 0;
        } catch (IOException e) {
            throw new UnavailableException(String.valueOf(e.getMessage()), e);
        }
    }

    private static List<Path> spools(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        if (SpoolReplayer.isSpool(folder)) {
            return List.of(folder);
        }
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.filter(SpoolReplayer::isSpool).sorted().toList();
        } catch (IOException e) {
            throw new UnavailableException("cannot list " + folder + ": " + e.getMessage(), e);
        }
    }
}
