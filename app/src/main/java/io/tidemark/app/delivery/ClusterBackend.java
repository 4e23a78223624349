package io.tidemark.app.delivery;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.stack.Backend;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.events.Verdict;
import io.tidemark.producer.publish.SpoolPublisher;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Runs are published to a cluster: while the load goes on, or after it where the cluster is the stack of this machine. */
public final class ClusterBackend implements RunBackend {
    /** What the spool keeps, or a worker that died has not sent, comes later or never. */
    private static final Duration QUIET_WITHOUT_THE_REST = Duration.ofSeconds(5);

    /** Streams take a virtual second in a small part of a real one. */
    private static final int VIRTUAL_SPEED_UP = 20;

    /** A load that lasts longer is watched, and its alerts are waited for. */
    private static final Duration LONGEST_DEFERRED = Duration.ofMinutes(15);

    private final OperationContext context;
    private final Backend backend;
    private final boolean live;
    private final String clusterId;

    /**
     * Asks Kafka once for its id: a later run goes on without it, if it is away by then.
     *
     * @param backend closed with this
     * @param live events are published while the load goes on, however short that is
     */
    public ClusterBackend(OperationContext context, Backend backend, boolean live) {
        this.context = context;
        this.backend = backend;
        this.live = live || !backend.connection().isOfThisHome();
        this.clusterId = backend.connection().clusterId();
    }

    ClusterConnection connection() {
        return backend.connection();
    }

    String clusterId() {
        return clusterId;
    }

    @Override
    public ResultReader results() {
        return backend.results();
    }

    @Override
    public StoreAddress store() {
        return backend.store();
    }

    @Override
    public Optional<ClusterConnection> cluster() {
        return Optional.of(backend.connection());
    }

    @Override
    public String description() {
        return "on Kafka " + backend.connection().bootstrapServers();
    }

    @Override
    public RunDelivery deliver(RunDelivery.Order order) {
        boolean beside = live || order.distributed() || order.duration().compareTo(LONGEST_DEFERRED) > 0;
        if (beside) {
            return ClusterDelivery.open(context, this, order);
        }
        Team team = order.run().team();
        SpooledRun spooled = new SpooledRuns(context).create(order.run(), Optional.empty());
        SpoolPublisher publisher = SpoolPublisher.open(
                spooled.spool().forCluster(clusterId),
                connection().schemas(),
                team,
                // Kafka answers in real time, also where the run takes place in another.
                context.clocks());
        return new Published(spooled, publisher);
    }

    /** See {@link RunDelivery#results}. */
    List<Verdict> results(RunKey run, int steps, boolean complete, Duration virtual) {
        Duration quiet =
                complete ? backend.quietPeriod().plus(virtual.dividedBy(VIRTUAL_SPEED_UP)) : QUIET_WITHOUT_THE_REST;
        return new FinalResultsWaiter(results(), context.nanoClock()).await(run, steps, quiet);
    }

    /** Publishes the files of a run. */
    private final class Published extends DeferredDelivery {
        private final SpoolPublication publication;
        private boolean whole;

        Published(SpooledRun spooled, SpoolPublisher publisher) {
            super(spooled, publisher);
            this.publication = new SpoolPublication(context, connection(), clusterId);
        }

        @Override
        void takeFiles() {
            try {
                whole = spooled.publish(publication);
                if (!whole) {
                    context.progress().warn("tidemark up publishes the rest when it is up again");
                }
            } catch (UnavailableException e) {
                context.progress().warn(String.valueOf(e.getMessage()));
            }
        }

        @Override
        public List<Verdict> results(int steps, boolean complete, Duration virtual) {
            return ClusterBackend.this.results(spooled.run(), steps, complete && whole, virtual);
        }
    }

    @Override
    public void close() {
        backend.close();
    }
}
