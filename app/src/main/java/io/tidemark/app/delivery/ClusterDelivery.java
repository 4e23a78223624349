package io.tidemark.app.delivery;

import io.tidemark.app.live.LiveFeed;
import io.tidemark.app.live.LiveRunState;
import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.stack.Backend;
import io.tidemark.events.Verdict;
import io.tidemark.producer.publish.Backlog;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.producer.publish.PublisherSettings.Delivery;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.servers.process.ShellWords;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Publishes a run to a cluster and waits for what its streams make of it. */
final class ClusterDelivery implements RunDelivery {
    /** What the spool keeps, or a worker that died has not sent, comes later or never. */
    private static final Duration QUIET_WITHOUT_THE_REST = Duration.ofSeconds(5);

    /** Streams take a virtual second in a small part of a real one. */
    private static final int VIRTUAL_SPEED_UP = 20;

    private final OperationContext context;
    private final Backend backend;
    private final Order order;
    private final boolean live;
    private final LiveRunState figures;
    private final ResourceScope parts = new ResourceScope();
    private final KafkaPublisher publisher;

    private ClusterDelivery(
            OperationContext context, Backend backend, Order order, boolean live, KafkaPublisher publisher) {
        this.context = context;
        this.backend = backend;
        this.order = order;
        this.live = live;
        this.publisher = publisher;
        this.figures = new LiveRunState(order.run().run());
    }

    /**
     * Connects.
     *
     * @param live events are published while the load goes on
     */
    static ClusterDelivery open(OperationContext context, ClusterBackend to, Order order, boolean live) {
        Backend backend = to.backend();
        SpoolSettings spool = order.spool()
                .withFolderName(order.run().run() + "-" + order.lane())
                .forCluster(to.clusterId());
        PublisherSettings settings = new PublisherSettings(
                backend.connection().bootstrapServers(),
                backend.connection().clientSettings(),
                spool,
                live ? Delivery.LIVE : Delivery.DEFERRED);
        KafkaPublisher publisher = KafkaPublisher.connect(
                settings,
                SchemaRegistry.connect(backend.connection().registry()),
                order.run().team(),
                // Kafka answers in real time, also where the run takes place in another.
                new Clocks(context.nanoClock(), context.wallClock()));
        ClusterDelivery delivery = new ClusterDelivery(context, backend, order, live, publisher);
        delivery.parts.register(() -> delivery.warnOfSpooled(spool));
        delivery.parts.register(publisher);
        if (live) {
            delivery.parts.register(
                    LiveFeed.start(backend.connection(), order.run().team(), delivery.figures));
        }
        return delivery;
    }

    private void warnOfSpooled(SpoolSettings spool) {
        long spooled = publisher.backlog().spooled();
        if (spooled > 0) {
            context.progress()
                    .warn(spooledMessage(
                            spooled,
                            spool.folder().orElseThrow(),
                            backend.connection().options()));
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
        if (live) {
            parts.register(LiveFeed.start(backend.connection(), order.run().team(), figures));
        }
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
        return live
                ? "results were computed while the load ran; the client's own error was measured beside that"
                : DeferredDelivery.REMARK;
    }

    @Override
    public void close() {
        parts.close();
    }

    @Override
    public List<Verdict> results(int steps, boolean complete, Duration virtual) {
        Duration quiet =
                complete ? backend.quietPeriod().plus(virtual.dividedBy(VIRTUAL_SPEED_UP)) : QUIET_WITHOUT_THE_REST;
        return new FinalResultsWaiter(backend.results(), context.nanoClock()).await(order.run(), steps, quiet);
    }
}
