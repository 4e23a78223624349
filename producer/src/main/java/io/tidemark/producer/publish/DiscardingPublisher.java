package io.tidemark.producer.publish;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;

/** Publishing turned off: all events are discarded. */
public final class DiscardingPublisher extends UnbufferedPublisher {
    @Override
    public void publish(TokenBatch batch) {
        // Discarded.
    }

    @Override
    public void publish(RequestEvent event) {
        // Discarded.
    }

    @Override
    public void publish(Heartbeat heartbeat) {
        // Discarded.
    }

    @Override
    public void publish(ControlEvent event) {
        // Discarded.
    }

    @Override
    public void publish(ServerSample sample) {
        // Discarded.
    }
}
