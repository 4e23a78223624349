package io.tidemark.alerts.dispatch;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.Delivery;
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

    /** @param dueNanos not sent before, on the process' own clock */
    private record Waiting(QueuedDelivery queued, long dueNanos) {}

    /** Adds a delivery; one that waits already stays as it is. */
    void add(QueuedDelivery queued, long dueNanos) {
        waiting.putIfAbsent(key(queued.delivery()), new Waiting(queued, dueNanos));
    }

    /** Replaces a delivery that waits by its next try. */
    void replace(QueuedDelivery queued, long dueNanos) {
        waiting.replace(key(queued.delivery()), new Waiting(queued, dueNanos));
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
                    : new Waiting(new QueuedDelivery(one.queued().delivery(), revision), one.dueNanos());
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
