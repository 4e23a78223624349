package io.tidemark.producer.publish;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;

/** Publishing turned off: nobody hears of anything. */
public final class DiscardingPublisher extends UnbufferedPublisher {
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
