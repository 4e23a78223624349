package io.tidemark.app.delivery;

import io.tidemark.app.live.LiveFeed;
import io.tidemark.app.live.LiveRunState;
import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.events.Verdict;
import io.tidemark.producer.publish.Backlog;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.servers.process.ShellWords;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Publishes a run to a cluster while its load goes on. */
final class ClusterDelivery implements RunDelivery {
    private final OperationContext context;
    private final ClusterBackend to;
    private final Order order;
    private final LiveRunState figures;
    private final ResourceScope parts = new ResourceScope();
    private final KafkaPublisher publisher;

    private ClusterDelivery(OperationContext context, ClusterBackend to, Order order, KafkaPublisher publisher) {
        this.context = context;
        this.to = to;
        this.order = order;
        this.publisher = publisher;
        this.figures = new LiveRunState(order.run().run());
    }

    /** Connects. */
    static ClusterDelivery open(OperationContext context, ClusterBackend to, Order order) {
        ClusterConnection connection = to.connection();
        SpoolSettings spool = order.spool()
                .withFolderName(order.run().run() + "-" + order.lane())
                .forCluster(to.clusterId());
        KafkaPublisher publisher = KafkaPublisher.connect(
                new PublisherSettings(connection.bootstrapServers(), connection.clientSettings(), spool),
                SchemaRegistry.connect(connection.registry()),
                order.run().team(),
                // Kafka answers in real time, also where the run takes place in another.
                new Clocks(context.nanoClock(), context.wallClock()));
        ClusterDelivery delivery = new ClusterDelivery(context, to, order, publisher);
        delivery.parts.register(() -> delivery.warnOfSpooled(spool));
        delivery.parts.register(publisher);
        return delivery;
    }

    private void warnOfSpooled(SpoolSettings spool) {
        long spooled = publisher.backlog().spooled();
        if (spooled > 0) {
            context.progress()
                    .warn(spooledMessage(
                            spooled,
                            spool.folder().orElseThrow(),
                            to.connection().options()));
        }
    }

    /** @param cluster options that name the cluster to another command; none if that finds it by itself */
    static String spooledMessage(long events, Path folder, List<String> cluster) {
        List<String> again = new ArrayList<>(List.of("tidemark", "admin", "spool", "publish"));
        again.addAll(cluster);
        again.add(folder.toString());
        return "Kafka did not answer: %d events wait in %s; publish them when it is back:  %s"
                .formatted(events, folder, ShellWords.join(again));
    }

    @Override
    public Publisher publisher() {
        return publisher;
    }

    @Override
    public void follow() {
        parts.register(LiveFeed.start(to.connection(), order.run().team(), figures));
    }

    @Override
    public LiveRunState figures() {
        return figures;
    }

    @Override
    public Backlog backlog() {
        return publisher.backlog();
    }

    @Override
    public String remark() {
        return "results were computed while the load ran; the client's own error was measured beside that";
    }

    @Override
    public void close() {
        parts.close();
    }

    @Override
    public List<Verdict> results(int steps, boolean complete, Duration virtual) {
        return to.results(order.run(), steps, complete, virtual);
    }
}
