package io.tidemark.app.lease;

import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.schemas.Sha256;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.time.NanoClock;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right to load a target, which one process of a team holds at a time: the membership in a consumer group of the target's own. The member
 * that holds it keeps it until it leaves, or was not heard by Kafka for {@link #SESSION}; then the next one takes over. Thread-safe.
 */
public final class TargetLease implements AutoCloseable {
    /** How long a holder that died keeps it. */
    public static final Duration SESSION = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(TargetLease.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final int GROUP_HASH_CHARACTERS = 12;

    private final String group;
    private final Consumer<byte[], byte[]> consumer;
    private final Runnable onLost;
    private final NanoClock clock;
    private final Thread thread;
    private boolean held;
    private boolean closed;
    private String problem = "";

    private TargetLease(String group, Consumer<byte[], byte[]> consumer, NanoClock clock, Runnable onLost) {
        this.group = group;
        this.consumer = consumer;
        this.clock = clock;
        this.onLost = onLost;
        this.thread = new Thread(this::keep, "tidemark-lease");
        thread.setDaemon(true);
    }

    /**
     * Begins to ask for it.
     *
     * @param onLost called on a thread of the lease when it was held and is no more
     */
    public static TargetLease request(
            ClusterConnection connection, Team team, URI target, NanoClock clock, Runnable onLost) {
        String group = group(team, target);
        Map<String, Object> all = connection.kafkaSettings();
        all.put("group.id", group);
        all.put("client.id", team.prefix() + "watch");
        all.put("group.protocol", "classic");
        all.put("partition.assignment.strategy", List.of(SingleHolderAssignor.class));
        all.put("session.timeout.ms", Long.toString(SESSION.toMillis()));
        all.put("enable.auto.commit", "false");
        all.put("auto.offset.reset", "latest");
        TargetLease lease = new TargetLease(
                group,
                new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                clock,
                onLost);
        lease.consumer.subscribe(List.of(Topic.CONTROL.in(team)), lease.new Holding());
        lease.thread.start();
        return lease;
    }

    /** The consumer group of a target. */
    static String group(Team team, URI target) {
        return team.prefix() + "watch." + Sha256.hex(target.toString()).substring(0, GROUP_HASH_CHARACTERS);
    }

    /** Whether this process may load the target. */
    public synchronized boolean isHeld() {
        return held && !closed;
    }

    /** Waits until it is held, no longer than this. */
    public synchronized boolean await(Duration atMost) throws InterruptedException {
        long untilNanos = clock.nanos() + atMost.toNanos();
        while (!held && !closed) {
            long leftMillis = (untilNanos - clock.nanos()) / 1_000_000;
            if (leftMillis <= 0) {
                break;
            }
            wait(leftMillis);
        }
        return held;
    }

    /** Why it is not held, in words. */
    public synchronized String problem() {
        return problem.isEmpty() ? "another watcher or tuner holds the target (consumer group " + group + ")" : problem;
    }

    private void keep() {
        try (consumer) {
            while (!isClosed()) {
                poll();
            }
        } catch (WakeupException | InterruptException e) {
            LOG.debug("the lease of {} is given back", group);
        }
    }

    /** Nothing is fetched: the partitions are paused. The poll keeps the membership. */
    private void poll() {
        try {
            consumer.poll(POLL);
            problem("");
        } catch (WakeupException | InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            problem("Kafka does not give the lease of the target: " + e.getMessage());
            LOG.warn("the lease of {} cannot be asked for: {}", group, e.getMessage());
        }
    }

    private synchronized void problem(String description) {
        problem = description;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized boolean set(boolean now) {
        boolean before = held;
        held = now;
        notifyAll();
        return before;
    }

    /** Follows the assignment: the consumer with the partitions holds the lease. */
    private final class Holding implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            consumer.pause(consumer.assignment());
            set(!consumer.assignment().isEmpty());
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            onPartitionsLost(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            if (!partitions.isEmpty() && set(false)) {
                onLost.run();
            }
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        consumer.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
