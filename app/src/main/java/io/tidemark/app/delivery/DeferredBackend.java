package io.tidemark.app.delivery;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.stack.StoreLocation;
import io.tidemark.events.Verdict;
import io.tidemark.producer.publish.SpoolPublisher;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.read.ResultReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Events go to files, and are counted in this process when the load is over; no Kafka gets them. */
final class DeferredBackend implements RunBackend {
    private final OperationContext context;
    private final StoreLocation location;
    private final StoreAddress address;
    private final ResourceScope parts;
    private final ResultStore store;
    private final ResultReader results;

    private DeferredBackend(OperationContext context, StoreLocation location, ResourceScope parts) {
        this.context = context;
        this.location = location;
        this.address = location.address(context.environment());
        this.parts = parts;
        this.store = parts.register(address.open());
        this.results = parts.register(store.reader());
    }

    /** Opens the store, and stores what commands that were killed left. */
    static DeferredBackend open(OperationContext context, Request request) {
        new SpooledRuns(context).storeAll();
        return ResourceScope.open(parts -> new DeferredBackend(
                context, request.store().orElseGet(() -> StoreLocation.inHome(context.home())), parts));
    }

    @Override
    public ResultReader results() {
        return results;
    }

    @Override
    public StoreAddress store() {
        return address;
    }

    @Override
    public String description() {
        return "in files until this process computes the results, after the load (--live computes them meanwhile)";
    }

    @Override
    public RunDelivery deliver(RunDelivery.Order order) {
        Team team = order.run().team();
        SpooledRun spooled = new SpooledRuns(context).create(order.run(), Optional.of(location));
        SpoolPublisher publisher =
                SpoolPublisher.open(spooled.spool(), SchemaRegistry.inProcess(team), team, order.clocks());
        return new Counted(spooled, publisher);
    }

    /** Counts the files of a run in this process. */
    private final class Counted extends DeferredDelivery {
        Counted(SpooledRun spooled, SpoolPublisher publisher) {
            super(spooled, publisher);
        }

        @Override
        public List<Verdict> results(int steps, boolean complete, Duration virtual) {
            new RunReplay(context, spooled).into(store);
            return new FinalResultsWaiter(results, context.nanoClock()).await(spooled.run(), steps, Duration.ZERO);
        }
    }

    @Override
    public void close() {
        parts.close();
    }
}
