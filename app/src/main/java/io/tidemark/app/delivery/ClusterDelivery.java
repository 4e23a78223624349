package io.tidemark.app.delivery;

import io.tidemark.app.live.LiveRunState;
import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.events.SloBreach;
import io.tidemark.events.Verdict;
import io.tidemark.events.WindowStats;
import io.tidemark.producer.publish.Backlog;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed;
import io.tidemark.schemas.kafka.RecordFeed.From;
import io.tidemark.schemas.kafka.TeamTaps;
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

    static ClusterDelivery open(OperationContext context, ClusterBackend to, Order order) {
        SpoolSettings spool = order.spool()
                .withFolderName(order.run().run() + "-" + order.lane())
                .forCluster(to.clusterId());
        // Kafka answers in real time, also where the run takes place in another.
        KafkaPublisher publisher = to.connection().publisher(order.run().team(), spool, context.clocks());
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
        TeamTaps team = new TeamTaps(order.run().team(), to.connection().schemas());
        parts.register(RecordFeed.start(
                to.connection().feed("live"),
                List.of(
                        team.tap(Topic.WINDOWS, From.NOW, WindowStats.class, figures::window),
                        team.tap(Topic.BREACHES, From.NOW, SloBreach.class, figures::breach))));
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
