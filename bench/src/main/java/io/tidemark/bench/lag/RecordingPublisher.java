package io.tidemark.bench.lag;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.UnbufferedPublisher;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Keeps the encoded events of a run with the time that each is due at. Not thread-safe. */
final class RecordingPublisher extends UnbufferedPublisher {
    private final LongSupplier nanos;
    private final EventEncoder<TokenBatch> tokens;
    private final EventEncoder<RequestEvent> requests;
    private final EventEncoder<Heartbeat> heartbeats;
    private final List<Due> events = new ArrayList<>();

    /** An event of a topic, and when it is due. */
    static final class Due {
        private final long atNanos;
        private final Topic topic;
        private final byte[] bytes;

        private Due(long atNanos, Topic topic, byte[] bytes) {
            this.atNanos = atNanos;
            this.topic = topic;
            this.bytes = bytes;
        }

        /** Since the run's start. */
        long atNanos() {
            return atNanos;
        }

        Topic topic() {
            return topic;
        }

        /** Not a copy. */
        byte[] bytes() {
            return bytes;
        }
    }

    /** {@code nanos} says when what is published next is due. */
    RecordingPublisher(BenchmarkCluster stack, Team team, LongSupplier nanos) {
        this.nanos = nanos;
        this.tokens = stack.registry().encoder(Topic.TOKENS, team, TokenBatch.class);
        this.requests = stack.registry().encoder(Topic.REQUESTS, team, RequestEvent.class);
        this.heartbeats = stack.registry().encoder(Topic.HEARTBEATS, team, Heartbeat.class);
    }

    List<Due> events() {
        return events;
    }

    @Override
    public void publish(TokenBatch batch) {
        keep(Topic.TOKENS, tokens.encode(batch));
    }

    @Override
    public void publish(RequestEvent event) {
        keep(Topic.REQUESTS, requests.encode(event));
    }

    @Override
    public void publish(Heartbeat heartbeat) {
        keep(Topic.HEARTBEATS, heartbeats.encode(heartbeat));
    }

    @Override
    public void publish(ControlEvent event) {
        throw new UnsupportedOperationException("definitions are published as they are");
    }

    @Override
    public void publish(ServerSample sample) {
        throw new UnsupportedOperationException("a synthetic run has no samples");
    }

    private void keep(Topic topic, byte[] bytes) {
        events.add(new Due(nanos.getAsLong(), topic, bytes));
    }
}
