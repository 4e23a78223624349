package io.tidemark.app.delivery;

import io.tidemark.app.live.LiveRunState;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.events.Verdict;
import io.tidemark.producer.publish.DiscardingPublisher;
import io.tidemark.producer.publish.Publisher;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Delivers the events of runs. */
@FunctionalInterface
public interface RunDeliveries {
    /** The delivery of a run; the caller closes it. */
    RunDelivery deliver(RunDelivery.Order order);

    /** The cluster that runs are published to; empty where they are published to none. */
    default Optional<ClusterConnection> cluster() {
        return Optional.empty();
    }

    /** Hands all events to a publisher, which its owner closes, and has no results. */
    static RunDeliveries to(Publisher publisher) {
        return order ->
                new WithoutResults(publisher, new LiveRunState(order.run().run()));
    }

    /** Keeps nothing. */
    static RunDeliveries none() {
        return to(new DiscardingPublisher());
    }

    /** See {@link #to}. */
    record WithoutResults(Publisher publisher, LiveRunState figures) implements RunDelivery {
        @Override
        public String remark() {
            return "results were not computed";
        }

        @Override
        public void close() {
            // The publisher's owner closes it.
        }

        @Override
        public List<Verdict> results(int steps, boolean complete, Duration virtual) {
            return List.of();
        }
    }
}
