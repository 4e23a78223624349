package io.tidemark.app.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.UnbufferedPublisher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificRecordBase;

/** Keeps a run's events, in the order in which they were published. */
public final class KeptEvents extends UnbufferedPublisher {
    private final List<SpecificRecordBase> events = new ArrayList<>();

    private synchronized void take(SpecificRecordBase event) {
        events.add(event);
    }

    public synchronized List<SpecificRecordBase> events() {
        return List.copyOf(events);
    }

    public <T> Stream<T> of(Class<T> type) {
        return events().stream().filter(type::isInstance).map(type::cast);
    }

    /** A digest of the bytes of each kind in their order: kinds go to topics of their own. */
    public List<String> digest() {
        Map<String, MessageDigest> digests = new TreeMap<>();
        for (SpecificRecordBase event : events()) {
            digests.computeIfAbsent(event.getClass().getName(), kind -> sha256())
                    .update(bytes(event));
        }
        return digests.entrySet().stream()
                .map(it -> it.getKey()
                        + " "
                        + HexFormat.of().formatHex(it.getValue().digest()))
                .toList();
    }

    /** As Avro writes a single object: with the fingerprint of its schema first. */
    private static ByteBuffer bytes(SpecificRecordBase event) {
        try {
            return new BinaryMessageEncoder<SpecificRecordBase>(event.getSpecificData(), event.getSchema())
                    .encode(event);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
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
