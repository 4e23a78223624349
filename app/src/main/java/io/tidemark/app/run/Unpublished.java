package io.tidemark.app.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.ForgettingPublisher;

/** Events of a run that is only looked at here. */
final class Unpublished extends ForgettingPublisher {
    @Override
    public void publish(TokenBatch batch) {
        // Nobody wants it.
    }

    @Override
    public void publish(RequestEvent event) {
        // Nobody wants it.
    }

    @Override
    public void publish(Heartbeat heartbeat) {
        // Nobody wants it.
    }

    @Override
    public void publish(ControlEvent event) {
        // Nobody wants it.
    }

    @Override
    public void publish(ServerSample sample) {
        // Nobody wants it.
    }
}
