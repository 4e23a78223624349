package io.tidemark.app.delivery;

import io.tidemark.app.live.LiveRunState;
import io.tidemark.app.process.OperationContext;
import io.tidemark.events.Verdict;
import io.tidemark.producer.publish.Backlog;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.publish.SpoolPublisher;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.read.ResultReader;
import java.time.Duration;
import java.util.List;

/** Keeps the events of a run in files until its load is over, and then counts them in this process. */
final class DeferredDelivery implements RunDelivery {
    static final String REMARK = "results were computed after the load, with nothing beside the client while it ran";

    private final OperationContext context;
    private final ResultStore store;
    private final Order order;
    private final SpooledRun spooled;
    private final LiveRunState figures;
    private final SpoolPublisher publisher;

    DeferredDelivery(OperationContext context, ResultStore store, Order order, SpooledRun spooled) {
        this.context = context;
        this.store = store;
        this.order = order;
        this.spooled = spooled;
        this.figures = new LiveRunState(order.run().run());
        this.publisher = SpoolPublisher.open(
                spooled.spool(),
                SchemaRegistry.inProcess(order.run().team()),
                order.run().team(),
                order.clocks());
        // Once its folder is locked: nobody takes it for one that was left.
        spooled.write();
    }

    @Override
    public Publisher publisher() {
        return publisher;
    }

    /** Nobody computes anything yet. */
    @Override
    public void follow() {
        // The figures stay empty.
    }

    @Override
    public LiveRunState figures() {
        return figures;
    }

    /** There is no Kafka to wait for. */
    @Override
    public Backlog backlog() {
        return Backlog.NONE;
    }

    @Override
    public String remark() {
        return REMARK;
    }

    @Override
    public void close() {
        publisher.close();
    }

    @Override
    public List<Verdict> results(int steps, boolean complete, Duration virtual) {
        new RunReplay(context, spooled).into(store);
        try (ResultReader reader = store.reader()) {
            return new FinalResultsWaiter(reader, context.nanoClock()).await(order.run(), steps, Duration.ZERO);
        }
    }
}
