package io.tidemark.alerts.dispatch;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The deliveries of one receiver that wait to be sent, in their order. Those of alerts with the same labels go one after the other: a RESOLVED one
 * is not due before its FIRING one is gone, and the next FIRING one not before that. Not thread-safe.
 */
final class DeliveryQueue {
    private final Map<String, Waiting> waiting = new LinkedHashMap<>();

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
        waiting.putIfAbsent(key(queued.delivery()), new Waiting(queued, nowNanos, nowNanos + delay.toNanos()));
    }

    /** Replaces a delivery that waits by its next try. */
    void replace(QueuedDelivery queued, long dueNanos) {
        waiting.computeIfPresent(key(queued.delivery()), (key, one) -> new Waiting(queued, one.sinceNanos(), dueNanos));
    }

    /** How long a delivery has waited in this process; zero for one that does not wait. */
    Duration waited(Delivery delivery, long nowNanos) {
        Waiting one = waiting.get(key(delivery));
        return one == null ? Duration.ZERO : Duration.ofNanos(nowNanos - one.sinceNanos());
    }

    void remove(Delivery delivery) {
        waiting.remove(key(delivery));
    }

    void removeAll(Team team) {
        waiting.values().removeIf(one -> one.queued().alert().team().equals(team));
    }

    /** Takes on new revisions of alerts. */
    void update(Map<AlertId, Alert> revisions) {
        waiting.replaceAll((key, one) -> {
            Alert revision = revisions.get(one.queued().alert().id());
            return revision == null
                    ? one
                    : one.with(new QueuedDelivery(one.queued().delivery(), revision));
        });
    }

    /** The first deliveries that are due, of one group and at most {@code limit}; they stay in the queue. */
    List<QueuedDelivery> due(long nowNanos, int limit) {
        List<QueuedDelivery> batch = new ArrayList<>();
        Set<String> blocked = new HashSet<>();
        for (Waiting one : waiting.values()) {
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

    private static String key(Delivery delivery) {
        return delivery.alert().dedupKey() + "/" + delivery.status();
    }
}
