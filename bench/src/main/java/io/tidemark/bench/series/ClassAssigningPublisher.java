package io.tidemark.bench.series;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.ClockOffset;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.schemas.Topic;
import java.util.Optional;

/** Gives each request one of so many classes, by its number. */
final class ClassAssigningPublisher implements Publisher {
    private final Publisher to;
    private final int classes;

    ClassAssigningPublisher(Publisher to, int classes) {
        this.to = to;
        this.classes = classes;
    }

    @Override
    public void publish(TokenBatch batch) {
        to.publish(TokenBatch.newBuilder(batch)
                .setRequestClass(requestClass(batch.getRequest()))
                .build());
    }

    @Override
    public void publish(RequestEvent event) {
        to.publish(RequestEvent.newBuilder(event)
                .setRequestClass(requestClass(event.getRequest()))
                .build());
    }

    private String requestClass(String request) {
        return "class-" + Long.parseLong(request.substring(request.lastIndexOf('-') + 1)) % classes;
    }

    @Override
    public void publish(Heartbeat heartbeat) {
        to.publish(heartbeat);
    }

    @Override
    public void publish(ControlEvent event) {
        to.publish(event);
    }

    @Override
    public void publish(ServerSample sample) {
        to.publish(sample);
    }

    @Override
    public long lost() {
        return to.lost();
    }

    @Override
    public long lost(Topic topic) {
        return to.lost(topic);
    }

    @Override
    public Optional<ClockOffset> clockOffset() {
        return to.clockOffset();
    }

    @Override
    public void flush() {
        to.flush();
    }

    @Override
    public void close() {
        to.close();
    }
}
