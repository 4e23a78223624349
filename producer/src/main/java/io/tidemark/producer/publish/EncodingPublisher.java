package io.tidemark.producer.publish;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Encodes events as a publisher does and forgets them, for the warm-up. */
public final class EncodingPublisher extends UnbufferedPublisher {
    @Override
    public void publish(TokenBatch batch) {
        encode(batch::toByteBuffer);
    }

    @Override
    public void publish(RequestEvent event) {
        encode(event::toByteBuffer);
    }

    @Override
    public void publish(Heartbeat heartbeat) {
        encode(heartbeat::toByteBuffer);
    }

    @Override
    public void publish(ControlEvent event) {
        encode(event::toByteBuffer);
    }

    @Override
    public void publish(ServerSample sample) {
        encode(sample::toByteBuffer);
    }

    @FunctionalInterface
    private interface Encoding {
        Object bytes() throws IOException;
    }

    private static void encode(Encoding encoding) {
        try {
            var unused = encoding.bytes();
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory failed", e);
        }
    }
}
