package io.tidemark.app.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.ClockOffset;
import io.tidemark.producer.publish.PublishedFigures;
import io.tidemark.producer.publish.Publisher;
import java.util.Optional;
import java.util.function.Consumer;

/** Passes events on, and shows those of requests to somebody else. */
record TappedPublisher(Publisher publisher, Consumer<RequestEvent> requests) implements Publisher {
    @Override
    public void publish(TokenBatch batch) {
        publisher.publish(batch);
    }

    @Override
    public void publish(RequestEvent event) {
        publisher.publish(event);
        requests.accept(event);
    }

    @Override
    public void publish(Heartbeat heartbeat) {
        publisher.publish(heartbeat);
    }

    @Override
    public void publish(ControlEvent event) {
        publisher.publish(event);
    }

    @Override
    public void publish(ServerSample sample) {
        publisher.publish(sample);
    }

    @Override
    public long lost() {
        return publisher.lost();
    }

    @Override
    public String lossReason() {
        return publisher.lossReason();
    }

    @Override
    public Optional<ClockOffset> clockOffset() {
        return publisher.clockOffset();
    }

    @Override
    public PublishedFigures figures() {
        return publisher.figures();
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
