package io.tidemark.producer.publish;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.events.TokenBatch;
import io.tidemark.events.TrialState;
import io.tidemark.events.TuneState;
import io.tidemark.events.WatchState;
import io.tidemark.producer.publish.spool.Spool;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.Clocks;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;

/**
 * Publishes to a team's topics in one order, acknowledged by all replicas and idempotent. Schema ids are resolved when it is
 * made. While Kafka is away events wait in memory, then in the spool; a giver waits only where Kafka is slow and there is no
 * room left in either.
 */
public final class KafkaPublisher implements Publisher {
    private static final Set<Topic> TOPICS =
            Set.of(Topic.TOKENS, Topic.REQUESTS, Topic.HEARTBEATS, Topic.CONTROL, Topic.SERVERS);

    private final KafkaDelivery delivery;
    private final Outbox outbox;
    private final Team team;
    private final TopicWriter<TokenBatch> tokens;
    private final TopicWriter<RequestEvent> requests;
    private final TopicWriter<Heartbeat> heartbeats;
    private final TopicWriter<ControlEvent> control;
    private final TopicWriter<ServerSample> servers;

    /** Closes the delivery with itself. */
    KafkaPublisher(KafkaDelivery delivery, SchemaRegistry registry, Team team) {
        this.delivery = delivery;
        this.outbox = delivery.outbox();
        this.team = team;
        this.tokens = writer(registry, team, Topic.TOKENS, TokenBatch.class);
        this.requests = writer(registry, team, Topic.REQUESTS, RequestEvent.class);
        this.heartbeats = writer(registry, team, Topic.HEARTBEATS, Heartbeat.class);
        this.control = writer(registry, team, Topic.CONTROL, ControlEvent.class);
        this.servers = writer(registry, team, Topic.SERVERS, ServerSample.class);
    }

    /** Connects; whether a broker is there is known with the first event. */
    public static KafkaPublisher connect(
            PublisherSettings settings, SchemaRegistry registry, Team team, Clocks clocks) {
        Spool spool = settings.spool().open(registry.ids(team, TOPICS));
        Outbox outbox = new Outbox(settings.spool().outboxLimits(), spool, clocks.elapsed());
        KafkaDelivery delivery = KafkaDelivery.start(outbox, new KafkaProducer<>(settings.properties(team)), clocks);
        try {
            return new KafkaPublisher(delivery, registry, team);
        } catch (RuntimeException e) {
            delivery.close();
            throw e;
        }
    }

    private static <T extends SpecificRecord> TopicWriter<T> writer(
            SchemaRegistry registry, Team team, Topic topic, Class<T> type) {
        return new TopicWriter<>(topic.in(team), registry.encoder(topic, team, type));
    }

    @Override
    public void publish(TokenBatch batch) {
        outbox.offer(tokens.record(requestKey(batch.getRun(), batch.getLane(), batch.getRequest()), batch));
    }

    @Override
    public void publish(RequestEvent event) {
        outbox.offer(requests.record(requestKey(event.getRun(), event.getLane(), event.getRequest()), event));
    }

    @Override
    public void publish(Heartbeat heartbeat) {
        outbox.offer(heartbeats.record(Keys.heartbeat(heartbeat.getRun(), heartbeat.getLane()), heartbeat));
    }

    @Override
    public void publish(ControlEvent event) {
        outbox.offer(control.record(key(event.getState()), event));
    }

    @Override
    public void publish(ServerSample sample) {
        outbox.offer(servers.record(sample.getTarget(), sample));
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
        if (state instanceof WatchState watch) {
            return Keys.watch(watch.getWatch());
        }
        if (state instanceof TuneState tune) {
            return Keys.tune(tune.getTune());
        }
        if (state instanceof TrialState trial) {
            return Keys.trial(trial.getTune(), trial.getNumber());
        }
        throw new IllegalArgumentException(
                "a control event holds a run, step, SLO, watch, tune or trial state but held " + state);
    }

    @Override
    public long lost() {
        return outbox.lost();
    }

    @Override
    public long lost(Topic topic) {
        return outbox.lost(topic.in(team));
    }

    @Override
    public String lossReason() {
        return outbox.lossReason();
    }

    /** Events that Kafka has not acknowledged yet. */
    public Backlog backlog() {
        return outbox.backlog();
    }

    @Override
    public Optional<ClockOffset> clockOffset() {
        return delivery.offset().offset();
    }

    @Override
    public DeliveryStats deliveryStats() {
        return new DeliveryStats(
                clockOffset(), outbox.spooled(), outbox.backlog().events(), outbox.lost());
    }

    @Override
    public void flush() {
        delivery.flush();
    }

    /** Flushes; what Kafka has not taken by then is in the spool afterwards, or lost if there is none. Idempotent. */
    @Override
    public void close() {
        delivery.close();
    }
}
