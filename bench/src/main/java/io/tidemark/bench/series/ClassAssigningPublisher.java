package io.tidemark.bench.series;

import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.ForwardingPublisher;
import io.tidemark.producer.publish.Publisher;

/** Gives each request one of so many classes, by its number. */
final class ClassAssigningPublisher extends ForwardingPublisher {
    private final int classes;

    ClassAssigningPublisher(Publisher to, int classes) {
        super(to);
        this.classes = classes;
    }

    @Override
    public void publish(TokenBatch batch) {
        super.publish(TokenBatch.newBuilder(batch)
                .setRequestClass(requestClass(batch.getRequest()))
                .build());
    }

    @Override
    public void publish(RequestEvent event) {
        super.publish(RequestEvent.newBuilder(event)
                .setRequestClass(requestClass(event.getRequest()))
                .build());
    }

    private String requestClass(String request) {
        return "class-" + Long.parseLong(request.substring(request.lastIndexOf('-') + 1)) % classes;
    }
}
