package io.tidemark.app.delivery;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.stack.Backend;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.read.ResultReader;
import java.time.Duration;
import java.util.Optional;

/** Runs are published to a cluster: while the load goes on, or after it. */
public final class ClusterBackend implements RunBackend {
    /** A load that lasts longer is watched, and its alerts are waited for. */
    static final Duration LONGEST_DEFERRED = Duration.ofMinutes(15);

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
        this.live = live;
        this.clusterId = backend.connection().clusterId();
    }

    Backend backend() {
        return backend;
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
    public ResultStore openStore() {
        return backend.openStore();
    }

    @Override
    public Optional<ClusterConnection> cluster() {
        return Optional.of(backend.connection());
    }

    @Override
    public String description() {
        return "kafka " + backend.connection().bootstrapServers();
    }

    @Override
    public RunDelivery deliver(RunDelivery.Order order) {
        boolean beside = live || order.distributed() || order.duration().compareTo(LONGEST_DEFERRED) > 0;
        return ClusterDelivery.open(context, this, order, beside);
    }

    @Override
    public void close() {
        backend.close();
    }
}
