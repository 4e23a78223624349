package io.tidemark.producer.publish;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.spool.Spool;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.Clocks;
import java.util.Optional;
import org.apache.kafka.clients.producer.KafkaProducer;

/**
 * Publishes to a team's topics in one order, acknowledged by all replicas and idempotent. Schema ids are resolved when it is
 * made. While Kafka is away events wait in memory, then in the spool; a giver waits only where Kafka is slow and there is no
 * room left in either.
 */
public final class KafkaPublisher implements Publisher {
    private final KafkaDelivery delivery;
    private final Outbox outbox;
    private final Team team;
    private final EventRecords records;

    /** Closes the delivery with itself. */
    KafkaPublisher(KafkaDelivery delivery, EventRecords records, Team team) {
        this.delivery = delivery;
        this.outbox = delivery.outbox();
        this.team = team;
        this.records = records;
    }

    /** Connects; whether a broker is there is known with the first event. */
    public static KafkaPublisher connect(
            PublisherSettings settings, SchemaRegistry registry, Team team, Clocks clocks) {
        Spool spool = settings.spool().open(registry.ids(team, EventRecords.TOPICS));
        Outbox outbox = new Outbox(settings.spool().outboxLimits(), spool, clocks.elapsed());
        KafkaDelivery delivery = KafkaDelivery.start(outbox, new KafkaProducer<>(settings.properties(team)), clocks);
        try {
            return new KafkaPublisher(delivery, new EventRecords(registry, team, clocks.wall()), team);
        } catch (RuntimeException e) {
            delivery.close();
            throw e;
        }
    }

    @Override
    public void publish(TokenBatch batch) {
        outbox.offer(records.of(batch));
    }

    @Override
    public void publish(RequestEvent event) {
        outbox.offer(records.of(event));
    }

    @Override
    public void publish(Heartbeat heartbeat) {
        outbox.offer(records.of(heartbeat));
    }

    @Override
    public void publish(ControlEvent event) {
        outbox.offer(records.of(event));
    }

    @Override
    public void publish(ServerSample sample) {
        outbox.offer(records.of(sample));
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
