package io.tidemark.app.cli;

import io.tidemark.app.CommandException;
import io.tidemark.app.ExitCode;
import io.tidemark.app.Surroundings;
import io.tidemark.app.stack.Connection;
import io.tidemark.producer.publish.Clocks;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.producer.publish.SpoolOrigin;
import io.tidemark.producer.publish.SpoolSettings;
import io.tidemark.producer.publish.SpooledEvents;
import io.tidemark.schemas.serde.Registry;
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

/** {@code tidemark publish-spool}: publishes what runs left on disk because Kafka stayed away. */
@Command(
        name = "publish-spool",
        mixinStandardHelpOptions = true,
        description = {
            "Publish the events that runs left on disk because Kafka stayed away until their end.",
            "Give the cluster and registry that the run had: events carry the registry's schema ids."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark publish-spool", "  tidemark publish-spool tidemark/spool/RUN-LANE"})
final class PublishSpoolCommand implements Callable<Integer> {
    private static final String NOTHING_PUBLISHED =
            "; nothing was published. Give the --kafka and --registry that the run had";

    private final Surroundings surroundings;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            description = "A run's spool, or a folder of them. Default: <home>/spool.")
    private @Nullable Path folder;

    PublishSpoolCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Path asked = folder == null ? SpoolOptions.inHome(surroundings.home()) : folder;
        List<Path> spools = spools(asked);
        if (spools.isEmpty()) {
            surroundings.terminal().say("no events wait in " + asked);
            return ExitCode.OK.code();
        }
        Connection connection = cluster.required(surroundings.home());
        SpooledEvents events = new SpooledEvents(
                new PublisherSettings(connection.bootstrapServers(), connection.clientSettings(), SpoolSettings.off()),
                new Clocks(surroundings.nanoClock(), surroundings.wallClock()));
        requireTheirs(spools, connection);
        boolean all = true;
        for (Path spool : spools) {
            all &= publish(events, spool);
        }
        return (all ? ExitCode.OK : ExitCode.INFRASTRUCTURE).code();
    }

    /** Schema ids are the registry's that goes with a cluster: elsewhere events would be unreadable, or read as others. */
    private static void requireTheirs(List<Path> spools, Connection connection) {
        String here = connection.clusterId();
        Registry registry = Registry.connect(connection.registry());
        for (Path spool : spools) {
            SpoolOrigin origin = originOf(spool);
            if (!origin.cluster().isEmpty() && !origin.cluster().equals(here)) {
                throw CommandException.infrastructure(spool + " was written for the Kafka cluster " + origin.cluster()
                        + ", but " + connection.bootstrapServers() + " is the cluster " + here + NOTHING_PUBLISHED);
            }
            List<Integer> others = registry.unlike(origin.schemas());
            if (!others.isEmpty()) {
                throw CommandException.infrastructure(spool
                        + " was written with another schema registry: its schema ids "
                        + others + " are other schemas or none in "
                        + connection.registry().url() + ", so that nobody could read its events" + NOTHING_PUBLISHED);
            }
        }
    }

    private static SpoolOrigin originOf(Path spool) {
        try {
            return SpooledEvents.originOf(spool);
        } catch (IOException | IllegalArgumentException e) {
            throw CommandException.infrastructure("cannot read the spool " + spool + ": " + e.getMessage(), e);
        }
    }

    private boolean publish(SpooledEvents events, Path spool) {
        try {
            SpooledEvents.Outcome outcome = events.publish(spool);
            surroundings.terminal().sayf("%s: %d events published", spool, outcome.published());
            if (outcome.tornBytes() > 0) {
                surroundings
                        .terminal()
                        .warn("%s: %d bytes at the end of a file were torn or damaged: the events in them are lost"
                                .formatted(spool, outcome.tornBytes()));
            }
            if (outcome.lost() > 0) {
                surroundings
                        .terminal()
                        .warn("%s: Kafka refused %d events: they are lost".formatted(spool, outcome.lost()));
            }
            if (outcome.remaining() > 0) {
                surroundings
                        .terminal()
                        .warn("%s: Kafka does not answer; %d events stay".formatted(spool, outcome.remaining()));
            }
            return outcome.remaining() == 0;
        } catch (IOException e) {
            throw CommandException.infrastructure(String.valueOf(e.getMessage()), e);
        }
    }

    private static List<Path> spools(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        if (SpooledEvents.isSpool(folder)) {
            return List.of(folder);
        }
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.filter(SpooledEvents::isSpool).sorted().toList();
        } catch (IOException e) {
            throw CommandException.infrastructure("cannot list " + folder + ": " + e.getMessage(), e);
        }
    }
}
