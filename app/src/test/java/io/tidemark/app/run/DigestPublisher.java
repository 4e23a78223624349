package io.tidemark.app.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.ForgettingPublisher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;

/** Keeps events, and a digest of their bytes in their order. */
final class DigestPublisher extends ForgettingPublisher {
    private final List<SpecificRecordBase> events = new ArrayList<>();
    private final MessageDigest digest;

    DigestPublisher() throws NoSuchAlgorithmException {
        digest = MessageDigest.getInstance("SHA-256");
    }

    @FunctionalInterface
    private interface Encoding {
        ByteBuffer bytes() throws IOException;
    }

    private synchronized void take(SpecificRecordBase event, Encoding encoding) {
        events.add(event);
        try {
            digest.update(encoding.bytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    synchronized <T> Stream<T> of(Class<T> type) {
        return List.copyOf(events).stream().filter(type::isInstance).map(type::cast);
    }

    String digest() {
        return HexFormat.of().formatHex(digest.digest());
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
