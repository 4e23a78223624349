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
import org.apache.avro.specific.SpecificRecordBase;

/** Keeps events, and a digest of the bytes of each kind in their order: kinds go to topics of their own. */
public final class DigestPublisher extends UnbufferedPublisher {
    private final List<SpecificRecordBase> events = new ArrayList<>();
    private final Map<String, MessageDigest> digests = new TreeMap<>();

    @FunctionalInterface
    private interface Encoding {
        ByteBuffer bytes() throws IOException;
    }

    private synchronized void take(SpecificRecordBase event, Encoding encoding) {
        events.add(event);
        try {
            digests.computeIfAbsent(event.getClass().getName(), kind -> sha256())
                    .update(encoding.bytes());
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

    public synchronized <T> Stream<T> of(Class<T> type) {
        return List.copyOf(events).stream().filter(type::isInstance).map(type::cast);
    }

    public synchronized List<String> digest() {
        return digests.entrySet().stream()
                .map(it -> it.getKey()
                        + " "
                        + HexFormat.of().formatHex(it.getValue().digest()))
                .toList();
    }

    @Override
    public void publish(TokenBatch batch) {
        take(batch, batch::toByteBuffer);
    }

    @Override
    public void publish(RequestEvent event) {
        take(event, event::toByteBuffer);
    }

    @Override
    public void publish(Heartbeat heartbeat) {
        take(heartbeat, heartbeat::toByteBuffer);
    }

    @Override
    public void publish(ControlEvent event) {
        take(event, event::toByteBuffer);
    }

    @Override
    public void publish(ServerSample sample) {
        take(sample, sample::toByteBuffer);
    }
}
