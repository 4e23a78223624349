package io.tidemark.producer.publish;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Topic;
import java.util.Optional;

/** Forwards all calls to another publisher. A subclass overrides what it does otherwise. */
public abstract class ForwardingPublisher implements Publisher {
    private final Publisher delegate;

    protected ForwardingPublisher(Publisher delegate) {
        this.delegate = delegate;
    }

    @Override
    public void publish(TokenBatch batch) {
        delegate.publish(batch);
    }

    @Override
    public void publish(RequestEvent event) {
        delegate.publish(event);
    }

    @Override
    public void publish(Heartbeat heartbeat) {
        delegate.publish(heartbeat);
    }

    @Override
    public void publish(ControlEvent event) {
        delegate.publish(event);
    }

    @Override
    public void publish(ServerSample sample) {
        delegate.publish(sample);
    }

    @Override
    public long lost() {
        return delegate.lost();
    }

    @Override
    public long lost(Topic topic) {
        return delegate.lost(topic);
    }

    @Override
    public String lossReason() {
        return delegate.lossReason();
    }

    @Override
    public Optional<ClockOffset> clockOffset() {
        return delegate.clockOffset();
    }

    @Override
    public void flush() {
        delegate.flush();
    }

    @Override
    public void close() {
        delegate.close();
    }
}
