package io.tidemark.alerts.dispatch;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The deliveries of one receiver that wait to be sent. Teams take turns, so that none waits for all deliveries of another; those of a team go in
 * their order. Those of alerts with the same labels go one after the other: a RESOLVED one is not due before its FIRING one is gone, and the next
 * FIRING one not before that.
 *
 * <p>A team sends a few messages at once and then one a second, about what chats and incident tools take: they have no cause to refuse all teams because of
 * one. Thread-safe.
 */
final class DeliveryQueue {
    private static final long INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int AT_ONCE = 20;

    /** The team whose turn was last is the last. */
    private final Map<Team, Line> lines = new LinkedHashMap<>();

    /** A team's deliveries by key, and when it may send. */
    private static final class Line {
        private final Map<String, Waiting> waiting = new LinkedHashMap<>();
        private long pausedUntilNanos;
        /** When its next message would go if there were an interval between all of them (the generic cell rate algorithm). */
        private long pacedNanos;

        Line(long nowNanos) {
            pausedUntilNanos = nowNanos;
            pacedNanos = nowNanos;
        }

        boolean maySend(long nowNanos) {
            return nowNanos - pausedUntilNanos >= 0 && pacedNanos - nowNanos < AT_ONCE * INTERVAL_NANOS;
        }

        void sent(long nowNanos) {
            pacedNanos = (pacedNanos - nowNanos > 0 ? pacedNanos : nowNanos) + INTERVAL_NANOS;
        }
    }

    /**
     * On the process' own clock.
     *
     * @param sinceNanos since when it waits
     * @param dueNanos not sent before
     */
    private record Waiting(QueuedDelivery queued, long sinceNanos, long dueNanos) {
        Waiting with(QueuedDelivery next) {
            return new Waiting(next, sinceNanos, dueNanos);
        }
    }

    /** Adds a delivery, to be sent after a delay; one that waits already stays as it is. */
    synchronized void add(QueuedDelivery queued, long nowNanos, Duration delay) {
        line(queued.alert().team(), nowNanos)
                .waiting
                .putIfAbsent(key(queued.delivery()), new Waiting(queued, nowNanos, nowNanos + delay.toNanos()));
    }

    /** Replaces a delivery that waits by its next try. */
    synchronized void replace(QueuedDelivery queued, long dueNanos) {
        of(queued.delivery())
                .computeIfPresent(
                        key(queued.delivery()), (key, one) -> new Waiting(queued, one.sinceNanos(), dueNanos));
    }

    /** How long a delivery has waited in this process; zero for one that does not wait. */
    synchronized Duration waited(Delivery delivery, long nowNanos) {
        Waiting one = of(delivery).get(key(delivery));
        return one == null ? Duration.ZERO : Duration.ofNanos(nowNanos - one.sinceNanos());
    }

    synchronized void remove(Delivery delivery) {
        of(delivery).remove(key(delivery));
    }

    /** Removes what waits of a team; what it sent counts on. */
    synchronized void removeAll(Team team, long nowNanos) {
        line(team, nowNanos).waiting.clear();
    }

    /** A message of a team is sent. */
    synchronized void sent(Team team, long nowNanos) {
        line(team, nowNanos).sent(nowNanos);
    }

    /** Sends nothing of a team before a time: the receiver refused it until then. */
    synchronized void pause(Team team, long untilNanos) {
        line(team, untilNanos).pausedUntilNanos = untilNanos;
    }

    /** How many events and ends of alerts of a team wait. */
    synchronized int endsAndEvents(Team team) {
        return (int) of(team).values().stream()
                .filter(one -> one.queued().delivery().status() != AlertState.FIRING)
                .count();
    }

    /** Takes on new revisions of alerts. */
    synchronized void update(Map<AlertId, Alert> revisions) {
        lines.values()
                .forEach(line -> line.waiting.replaceAll((key, one) -> {
                    Alert revision = revisions.get(one.queued().alert().id());
                    return revision == null ? one : one.with(one.queued().with(revision));
                }));
    }

    /**
     * The first deliveries that are due of the first team that has some and may send, of one group and at most {@code limit}; they stay in the queue.
     * The next turn is another team's.
     */
    synchronized List<QueuedDelivery> due(long nowNanos, int limit) {
        for (Map.Entry<Team, Line> entry : List.copyOf(lines.entrySet())) {
            Line line = entry.getValue();
            List<QueuedDelivery> batch =
                    line.maySend(nowNanos) ? due(line.waiting.values(), nowNanos, limit) : List.of();
            if (!batch.isEmpty()) {
                lines.remove(entry.getKey());
                lines.put(entry.getKey(), line);
                return batch;
            }
        }
        return List.of();
    }

    private static List<QueuedDelivery> due(Collection<Waiting> ofTeam, long nowNanos, int limit) {
        List<QueuedDelivery> batch = new ArrayList<>();
        Set<String> blocked = new HashSet<>();
        for (Waiting one : ofTeam) {
            QueuedDelivery queued = one.queued();
            // What comes later of the same labels waits for its turn.
            boolean first = blocked.add(queued.labelsKey());
            boolean fits = batch.isEmpty()
                    || (batch.size() < limit && batch.get(0).group().equals(queued.group()));
            if (first && fits && nowNanos - one.dueNanos() >= 0) {
                batch.add(queued);
            }
        }
        return batch;
    }

    private Line line(Team team, long nowNanos) {
        return lines.computeIfAbsent(team, first -> new Line(nowNanos));
    }

    private Map<String, Waiting> of(Delivery delivery) {
        return of(delivery.alert().team());
    }

    private Map<String, Waiting> of(Team team) {
        Line line = lines.get(team);
        return line == null ? new LinkedHashMap<>() : line.waiting;
    }

    private static String key(Delivery delivery) {
        return delivery.alert().dedupKey() + "/" + delivery.status();
    }
}
