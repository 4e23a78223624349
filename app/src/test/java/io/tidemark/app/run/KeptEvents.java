package io.tidemark.app.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.UnbufferedPublisher;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;

/** Keeps a run's events, in the order in which they were published. */
final class KeptEvents extends UnbufferedPublisher {
    private final List<SpecificRecordBase> events = new ArrayList<>();

    private synchronized void take(SpecificRecordBase event) {
        events.add(event);
    }

    synchronized List<SpecificRecordBase> events() {
        return List.copyOf(events);
    }

    @Override
    public void publish(TokenBatch batch) {
        take(batch);
    }

    @Override
    public void publish(RequestEvent event) {
        take(event);
    }

    @Override
    public void publish(Heartbeat heartbeat) {
        take(heartbeat);
    }

    @Override
    public void publish(ControlEvent event) {
        take(event);
    }

    @Override
    public void publish(ServerSample sample) {
        take(sample);
    }
}
