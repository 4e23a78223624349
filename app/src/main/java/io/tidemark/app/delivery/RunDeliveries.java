package io.tidemark.app.delivery;

import io.tidemark.app.live.LiveRunState;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.events.Verdict;
import io.tidemark.producer.publish.Backlog;
import io.tidemark.producer.publish.DiscardingPublisher;
import io.tidemark.producer.publish.Publisher;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Delivers the events of runs. */
public interface RunDeliveries {
    /** The delivery of a run; the caller closes it. */
    RunDelivery deliver(RunDelivery.Order order);

    /** The cluster that runs are published to; empty where they are published to none. */
    Optional<ClusterConnection> cluster();

    /** Hands all events to a publisher, which its owner closes, and has no results. */
    static RunDeliveries to(Publisher publisher) {
        return new RunDeliveries() {
            @Override
            public RunDelivery deliver(RunDelivery.Order order) {
                return new WithoutResults(
                        publisher, new LiveRunState(order.run().run()));
            }

            @Override
            public Optional<ClusterConnection> cluster() {
                return Optional.empty();
            }
        };
    }

    /** Keeps nothing. */
    static RunDeliveries none() {
        return to(new DiscardingPublisher());
    }

    /** See {@link #to}. */
    record WithoutResults(Publisher publisher, LiveRunState figures) implements RunDelivery {
        @Override
        public void follow() {
            // Nothing computes figures.
        }

        @Override
        public Backlog backlog() {
            return Backlog.NONE;
        }

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
