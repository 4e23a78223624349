package io.tidemark.app.delivery;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.producer.publish.SpoolReplayer;
import io.tidemark.producer.publish.spool.SpoolOrigin;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Publishes what is in spools to the cluster and registry that it was written for. */
public final class SpoolPublication {
    private static final String NOTHING_PUBLISHED =
            "; nothing was published. Use the --kafka and --registry of the run";

    private final OperationContext context;
    private final ClusterConnection connection;
    private final String clusterId;
    private final SpoolReplayer replayer;

    /** @param clusterId that the cluster gave itself */
    public SpoolPublication(OperationContext context, ClusterConnection connection, String clusterId) {
        this.context = context;
        this.connection = connection;
        this.clusterId = clusterId;
        this.replayer = new SpoolReplayer(connection.publishing(SpoolSettings.off()), context.clocks());
    }

    /**
     * Schema ids are the registry's that goes with a cluster: elsewhere events would be unreadable, or read as others.
     *
     * @throws UnavailableException if a spool was written for another cluster or registry, or cannot be read
     */
    public void requireOrigin(List<Path> spools) {
        SchemaRegistry registry = connection.schemas();
        for (Path spool : spools) {
            SpoolOrigin origin = originOf(spool);
            if (!origin.cluster().isEmpty() && !origin.cluster().equals(clusterId)) {
                throw new UnavailableException(spool + " was written for the Kafka cluster " + origin.cluster()
                        + ", but " + connection.bootstrapServers() + " is the cluster " + clusterId
                        + NOTHING_PUBLISHED);
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

    /**
     * Publishes a spool. What was lost or stays is a warning.
     *
     * @throws IOException if it cannot be read or is in use
     */
    public SpoolReplayer.ReplayResult publish(Path spool) throws IOException {
        SpoolReplayer.ReplayResult outcome = replayer.replay(spool);
        if (outcome.tornBytes() > 0) {
            warn(
                    spool,
                    outcome.tornBytes()
                            + " bytes at the end of a file were torn or damaged: the events in them are lost");
        }
        if (outcome.lost() > 0) {
            warn(spool, "Kafka refused " + outcome.lost() + " events: they are lost");
        }
        if (outcome.remaining() > 0) {
            warn(spool, "Kafka does not answer; " + outcome.remaining() + " events stay");
        }
        return outcome;
    }

    private void warn(Path spool, String problem) {
        context.progress().warn(spool + ": " + problem);
    }
}
