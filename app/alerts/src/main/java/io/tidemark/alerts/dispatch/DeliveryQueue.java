package io.tidemark.alerts.dispatch;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The deliveries of one receiver that wait to be sent. Teams take turns, so that none waits for all deliveries of another; those of a team go in
 * their order. Those of alerts with the same labels go one after the other: a RESOLVED one is not due before its FIRING one is gone, and the next
 * FIRING one not before that. Not thread-safe.
 */
final class DeliveryQueue {
    /** By team and key. The team whose turn was last is the last. */
    private final Map<Team, Map<String, Waiting>> waiting = new LinkedHashMap<>();

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
    void add(QueuedDelivery queued, long nowNanos, Duration delay) {
        waiting.computeIfAbsent(queued.alert().team(), first -> new LinkedHashMap<>())
                .putIfAbsent(key(queued.delivery()), new Waiting(queued, nowNanos, nowNanos + delay.toNanos()));
    }

    /** Replaces a delivery that waits by its next try. */
    void replace(QueuedDelivery queued, long dueNanos) {
        of(queued.delivery())
                .computeIfPresent(
                        key(queued.delivery()), (key, one) -> new Waiting(queued, one.sinceNanos(), dueNanos));
    }

    /** How long a delivery has waited in this process; zero for one that does not wait. */
    Duration waited(Delivery delivery, long nowNanos) {
        Waiting one = of(delivery).get(key(delivery));
        return one == null ? Duration.ZERO : Duration.ofNanos(nowNanos - one.sinceNanos());
    }

    void remove(Delivery delivery) {
        of(delivery).remove(key(delivery));
    }

    void removeAll(Team team) {
        waiting.remove(team);
    }

    /** Takes on new revisions of alerts. */
    void update(Map<AlertId, Alert> revisions) {
        waiting.values()
                .forEach(ofTeam -> ofTeam.replaceAll((key, one) -> {
                    Alert revision = revisions.get(one.queued().alert().id());
                    return revision == null
                            ? one
                            : one.with(new QueuedDelivery(one.queued().delivery(), revision));
                }));
    }

    /**
     * The first deliveries that are due of the first team that has some, of one group and at most {@code limit}; they stay in the queue. The next
     * turn is another team's.
     */
    List<QueuedDelivery> due(long nowNanos, int limit) {
        for (Team team : List.copyOf(waiting.keySet())) {
            List<QueuedDelivery> batch = due(of(team).values(), nowNanos, limit);
            if (!batch.isEmpty()) {
                waiting.put(team, Objects.requireNonNull(waiting.remove(team)));
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

    private Map<String, Waiting> of(Delivery delivery) {
        return of(delivery.alert().team());
    }

    private Map<String, Waiting> of(Team team) {
        return waiting.getOrDefault(team, new LinkedHashMap<>());
    }

    private static String key(Delivery delivery) {
        return delivery.alert().dedupKey() + "/" + delivery.status();
    }
}
