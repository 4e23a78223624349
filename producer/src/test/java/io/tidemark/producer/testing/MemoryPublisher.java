package io.tidemark.producer.testing;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.ClockOffset;
import io.tidemark.producer.publish.Publisher;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what it is given, in order. */
public class MemoryPublisher implements Publisher {
    private final List<Object> all = new CopyOnWriteArrayList<>();

    /** The events of a type, in the order in which they were handed over. */
    public <T> List<T> events(Class<T> type) {
        return all.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Everything, in the order in which it was handed over. */
    public List<Object> all() {
        return List.copyOf(all);
    }

    @Override
    public void publish(TokenBatch batch) {
        all.add(batch);
    }

    @Override
    public void publish(RequestEvent event) {
        all.add(event);
    }

    @Override
    public void publish(Heartbeat heartbeat) {
        all.add(heartbeat);
    }

    @Override
    public void publish(ControlEvent event) {
        all.add(event);
    }

    @Override
    public void publish(ServerSample sample) {
        all.add(sample);
    }

    @Override
    public long lost() {
        return 0;
    }

    @Override
    public Optional<ClockOffset> clockOffset() {
        return Optional.of(new ClockOffset(-5, 2));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
