package io.tidemark.app.delivery;

import io.tidemark.app.live.LiveRunState;
import io.tidemark.events.Verdict;
import io.tidemark.producer.publish.Backlog;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.publish.SpoolPublisher;
import java.time.Duration;
import java.util.List;

/** Keeps the events of a run in files until its load is over: nothing runs beside the client, and a process that is killed leaves what it measured. */
final class DeferredDelivery implements RunDelivery {
    private final Destination destination;
    private final LiveRunState figures;
    private final SpoolPublisher publisher;

    /** @param publisher into the files of {@code spooled}, which it has locked */
    DeferredDelivery(SpooledRun spooled, SpoolPublisher publisher, Destination destination) {
        this.destination = destination;
        this.figures = new LiveRunState(spooled.run().run());
        this.publisher = publisher;
        // Once its folder is locked, no process takes it for one that was left.
        spooled.write();
    }

    /** Where the events go from the files. */
    interface Destination {
        /** The load is over, and the files hold all of it. */
        void takeFiles();

        /** See {@link RunDelivery#results}. */
        List<Verdict> results(int steps, boolean complete, Duration virtual);
    }

    @Override
    public Publisher publisher() {
        return publisher;
    }

    /** Nothing is computed yet. */
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
        return "results were computed after the load, with nothing beside the client while it ran";
    }

    @Override
    public void close() {
        publisher.close();
        destination.takeFiles();
    }

    @Override
    public List<Verdict> results(int steps, boolean complete, Duration virtual) {
        return destination.results(steps, complete, virtual);
    }
}
