package io.tidemark.app.delivery;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.stack.Backend;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.StackFile;
import io.tidemark.app.stack.StoreLocation;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.read.ResultReader;
import java.util.Optional;

/** What the runs of a command are delivered to, and where their results are. */
public interface RunBackend extends RunDeliveries, AutoCloseable {
    /** The store's results. */
    ResultReader results();

    /** Where the results are. */
    StoreAddress store();

    /** Opens the store, to write what comes from no topic. The caller closes it. */
    default ResultStore openStore() {
        return store().open();
    }

    /** Where events go, in a line. */
    String description();

    @Override
    void close();

    /**
     * What a command asks for.
     *
     * @param cluster that was named
     * @param store that was named; empty for that of the stack or of the home folder
     * @param live results are wanted while the load goes on
     */
    record Request(Optional<ClusterConnection> cluster, Team team, Optional<StoreLocation> store, boolean live) {}

    /**
     * The named cluster, or the stack that is up on this machine; else none, and results are computed in this process when a load is over, unless
     * they are wanted live: then a stack is started.
     */
    static RunBackend open(OperationContext context, Request request) {
        boolean isUp = StackFile.in(context.home()).up().isPresent();
        if (request.cluster().isEmpty() && !isUp && !request.live()) {
            return DeferredBackend.open(context, request);
        }
        Backend backend = Backend.open(context, request.cluster(), request.team(), request.store());
        return new ClusterBackend(context, backend, request.live());
    }
}
