package io.tidemark.app.run.virtualtime;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.ClockOffset;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.schemas.Topic;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Passes on events with virtual stamps: no clock of a broker has an offset from virtual time. Counts them. */
final class VirtualPublisher implements Publisher {
    private final Publisher publisher;
    private final AtomicLong events = new AtomicLong();

    VirtualPublisher(Publisher publisher) {
        this.publisher = publisher;
    }

    /** So many were published. */
    long events() {
        return events.get();
    }

    @Override
    public void publish(TokenBatch batch) {
        events.incrementAndGet();
        publisher.publish(batch);
    }

    @Override
    public void publish(RequestEvent event) {
        events.incrementAndGet();
        publisher.publish(event);
    }

    @Override
    public void publish(Heartbeat heartbeat) {
        events.incrementAndGet();
        publisher.publish(heartbeat);
    }

    @Override
    public void publish(ControlEvent event) {
        events.incrementAndGet();
        publisher.publish(event);
    }

    @Override
    public void publish(ServerSample sample) {
        events.incrementAndGet();
        publisher.publish(sample);
    }

    @Override
    public long lost() {
        return publisher.lost();
    }

    @Override
    public long lost(Topic topic) {
        return publisher.lost(topic);
    }

    @Override
    public String lossReason() {
        return publisher.lossReason();
    }

    @Override
    public Optional<ClockOffset> clockOffset() {
        return Optional.empty();
    }

    @Override
    public void flush() {
        publisher.flush();
    }

    @Override
    public void close() {
        publisher.close();
    }
}
