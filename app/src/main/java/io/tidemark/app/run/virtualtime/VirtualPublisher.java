package io.tidemark.app.run.virtualtime;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.ClockOffset;
import io.tidemark.producer.publish.ForwardingPublisher;
import io.tidemark.producer.publish.Publisher;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Passes on events with virtual stamps: no clock of a broker has an offset from virtual time. Counts them. */
final class VirtualPublisher extends ForwardingPublisher {
    private final AtomicLong events;

    /** @param events counts them */
    VirtualPublisher(Publisher publisher, AtomicLong events) {
        super(publisher);
        this.events = events;
    }

    @Override
    public void publish(TokenBatch batch) {
        events.incrementAndGet();
        super.publish(batch);
    }

    @Override
    public void publish(RequestEvent event) {
        events.incrementAndGet();
        super.publish(event);
    }

    @Override
    public void publish(Heartbeat heartbeat) {
        events.incrementAndGet();
        super.publish(heartbeat);
    }

    @Override
    public void publish(ControlEvent event) {
        events.incrementAndGet();
        super.publish(event);
    }

    @Override
    public void publish(ServerSample sample) {
        events.incrementAndGet();
        super.publish(sample);
    }

    @Override
    public Optional<ClockOffset> clockOffset() {
        return Optional.empty();
    }
}
