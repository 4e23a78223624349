package io.tidemark.bench.truth;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.ClockOffset;
import io.tidemark.producer.publish.Publisher;
import java.util.Optional;

/** Publishing turned off. */
final class NowherePublisher implements Publisher {
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

    @Override
    public long lost() {
        return 0;
    }

    @Override
    public Optional<ClockOffset> clockOffset() {
        return Optional.empty();
    }

    @Override
    public void flush() {
        // Nothing is kept.
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
