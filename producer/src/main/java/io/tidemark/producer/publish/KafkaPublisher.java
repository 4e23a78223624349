package io.tidemark.producer.publish;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.Registry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes to a team's topics, acknowledged by all replicas and idempotent. Schema ids are resolved when it is made. */
public final class KafkaPublisher implements Publisher {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaPublisher.class);
    /** After an event could not even be buffered, so long none is tried: each would block as long as the first. */
    private static final long REFUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(30);

    private final Producer<String, byte[]> producer;
    private final Clocks clocks;
    private final ClockOffsetEstimate offset;
    private final TopicWriter<TokenBatch> tokens;
    private final TopicWriter<RequestEvent> requests;
    private final TopicWriter<Heartbeat> heartbeats;
    private final TopicWriter<ControlEvent> control;
    private final TopicWriter<ServerSample> servers;
    private final AtomicLong lost = new AtomicLong();
    private volatile boolean refusing;
    private volatile long refusingSinceNanos;

    /**
     * For tests and for callers with a producer of their own; closes it.
     *
     * @param producer with the settings of {@link PublisherSettings}
     */
    public KafkaPublisher(Producer<String, byte[]> producer, Registry registry, Team team, Clocks clocks) {
        this.producer = producer;
        this.clocks = clocks;
        this.offset = new ClockOffsetEstimate(clocks.elapsed());
        this.tokens = writer(registry, team, Topic.TOKENS, TokenBatch.class);
        this.requests = writer(registry, team, Topic.REQUESTS, RequestEvent.class);
        this.heartbeats = writer(registry, team, Topic.HEARTBEATS, Heartbeat.class);
        this.control = writer(registry, team, Topic.CONTROL, ControlEvent.class);
        this.servers = writer(registry, team, Topic.SERVERS, ServerSample.class);
    }

    /** Connects; whether a broker is there is known with the first event. */
    public static KafkaPublisher connect(PublisherSettings settings, Registry registry, Team team, Clocks clocks) {
        Producer<String, byte[]> producer = new KafkaProducer<>(settings.properties());
        try {
            return new KafkaPublisher(producer, registry, team, clocks);
        } catch (RuntimeException e) {
            producer.close(Duration.ZERO);
            throw e;
        }
    }

    private static <T extends SpecificRecord> TopicWriter<T> writer(
            Registry registry, Team team, Topic topic, Class<T> type) {
        return new TopicWriter<>(topic.in(team), registry.encoder(topic, team, type));
    }

    @Override
    public void publish(TokenBatch batch) {
        send(tokens.record(requestKey(batch.getRun(), batch.getLane(), batch.getRequest()), batch));
    }

    @Override
    public void publish(RequestEvent event) {
        send(requests.record(requestKey(event.getRun(), event.getLane(), event.getRequest()), event));
    }

    @Override
    public void publish(Heartbeat heartbeat) {
        send(heartbeats.record(Keys.heartbeat(heartbeat.getRun(), heartbeat.getLane()), heartbeat));
    }

    @Override
    public void publish(ControlEvent event) {
        send(control.record(key(event.getState()), event));
    }

    @Override
    public void publish(ServerSample sample) {
        send(servers.record(sample.getTarget(), sample));
    }

    private static String requestKey(String run, String lane, String request) {
        return Keys.request(run, lane, Long.parseLong(request.substring(lane.length() + 1)));
    }

    private static String key(Object state) {
        if (state instanceof RunState run) {
            return Keys.run(run.getRun());
        }
        if (state instanceof StepState step) {
            return Keys.step(step.getRun(), step.getStep());
        }
        if (state instanceof SloState slo) {
            return Keys.slo(slo.getRun(), slo.getObjective().getName());
        }
        throw new IllegalArgumentException("a control event holds a run, step or SLO state but held " + state);
    }

    private void send(ProducerRecord<String, byte[]> record) {
        if (refusing && clocks.elapsed().nanos() - refusingSinceNanos < REFUSE_NANOS) {
            lost.incrementAndGet();
            return;
        }
        Instant sent = clocks.wall().instant();
        try {
            var unused = producer.send(record, (metadata, failure) -> {
                if (failure == null) {
                    offset.acknowledged(sent, clocks.wall().instant(), metadata.timestamp());
                } else {
                    lose(record.topic(), failure);
                }
            });
            refusing = false;
        } catch (KafkaException e) {
            refusingSinceNanos = clocks.elapsed().nanos();
            refusing = e instanceof TimeoutException;
            lose(record.topic(), e);
        }
    }

    private void lose(String topic, Exception failure) {
        if (lost.getAndIncrement() == 0) {
            LOG.error("an event for {} was lost; the run is invalid, further losses are only counted", topic, failure);
        }
    }

    @Override
    public long lost() {
        return lost.get();
    }

    @Override
    public Optional<ClockOffset> clockOffset() {
        return offset.offset();
    }

    @Override
    public void flush() {
        producer.flush();
    }

    @Override
    public void close() {
        producer.close(CLOSE_WITHIN);
    }
}
