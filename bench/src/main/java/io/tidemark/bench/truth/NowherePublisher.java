package io.tidemark.bench.truth;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.ForgettingPublisher;

/** Publishing turned off. */
final class NowherePublisher extends ForgettingPublisher {
    @Override
    public void publish(TokenBatch batch) {
        // Nobody hears it.
    }

    @Override
    public void publish(RequestEvent event) {
        // Nobody hears it.
    }

    @Override
    public void publish(Heartbeat heartbeat) {
        // Nobody hears it.
    }

    @Override
    public void publish(ControlEvent event) {
        // Nobody hears it.
    }

    @Override
    public void publish(ServerSample sample) {
        // Nobody hears it.
    }
}
