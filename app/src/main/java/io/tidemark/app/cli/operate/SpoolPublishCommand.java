package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.SpoolOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.producer.publish.SpoolReplayer;
import io.tidemark.producer.publish.spool.SpoolOrigin;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.Clocks;
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
    private static final String NOTHING_PUBLISHED =
            "; nothing was published. Use the --kafka and --registry of the run";

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
        SpoolReplayer events = new SpoolReplayer(
                new PublisherSettings(connection.bootstrapServers(), connection.clientSettings(), SpoolSettings.off()),
                new Clocks(context.nanoClock(), context.wallClock()));
        requireTheirs(spools, connection);
        boolean all = true;
        for (Path spool : spools) {
            all &= publish(events, spool);
        }
        return (all ? ExitCode.OK : ExitCode.INFRASTRUCTURE).code();
    }

    /** Schema ids are the registry's that goes with a cluster: elsewhere events would be unreadable, or read as others. */
    private static void requireTheirs(List<Path> spools, ClusterConnection connection) {
        String here = connection.clusterId();
        SchemaRegistry registry = SchemaRegistry.connect(connection.registry());
        for (Path spool : spools) {
            SpoolOrigin origin = originOf(spool);
            if (!origin.cluster().isEmpty() && !origin.cluster().equals(here)) {
                throw new UnavailableException(spool + " was written for the Kafka cluster " + origin.cluster()
                        + ", but " + connection.bootstrapServers() + " is the cluster " + here + NOTHING_PUBLISHED);
            }
            List<Integer> others = registry.differingIds(origin.schemas());
            if (!others.isEmpty()) {
                throw new UnavailableException(spool
                        + " was written with another schema registry: its schema ids "
                        + others + " are other schemas or none in "
                        + connection.registry().url() + ", so that nobody could read its events" + NOTHING_PUBLISHED);
            }
        }
    }

    private static SpoolOrigin originOf(Path spool) {
        try {
            return SpoolReplayer.readOrigin(spool);
        } catch (IOException | IllegalArgumentException e) {
            throw new UnavailableException("cannot read the spool " + spool + ": " + e.getMessage(), e);
        }
    }

    private boolean publish(SpoolReplayer events, Path spool) {
        try {
            SpoolReplayer.ReplayResult outcome = events.replay(spool);
            context.terminal().printFormatted("%s: %d events published", spool, outcome.published());
            if (outcome.tornBytes() > 0) {
                context.terminal()
                        .warn("%s: %d bytes at the end of a file were torn or damaged: the events in them are lost"
                                .formatted(spool, outcome.tornBytes()));
            }
            if (outcome.lost() > 0) {
                context.terminal().warn("%s: Kafka refused %d events: they are lost".formatted(spool, outcome.lost()));
            }
            if (outcome.remaining() > 0) {
                context.terminal()
                        .warn("%s: Kafka does not answer; %d events stay".formatted(spool, outcome.remaining()));
            }
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
