package io.tidemark.alerts.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.DeliveryState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares the ledger of a receiver with the outbox. */
final class OutboxCheck {
    private OutboxCheck() {}

    /**
     * Each of these alerts was confirmed firing at first and resolved last, under one identity; the receiver was told of no other, and the outbox
     * says the same.
     */
    static void everyAlertWasToldFiringAndResolvedLast(
            List<Alert> alerts, AlertStore store, FlakyReceiverServer receiver) {
        Map<String, List<String>> confirmed = byIdentity(receiver.confirmed());
        Map<String, List<String>> told = byIdentity(receiver.told());
        assertThat(confirmed.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        alerts.stream().map(alert -> alert.id().dedupKey()).toList());
        assertThat(told.keySet()).isEqualTo(confirmed.keySet());
        for (Alert alert : alerts) {
            assertThat(alert.state()).as(alert.labels().toString()).isEqualTo(AlertState.RESOLVED);
            assertThat(confirmed.get(alert.id().dedupKey()))
                    .as(alert.labels().toString())
                    .startsWith("FIRING")
                    .endsWith("RESOLVED");
            assertThat(told.get(alert.id().dedupKey())).startsWith("FIRING").endsWith("RESOLVED");
            List<Delivery> deliveries = store.deliveries(alert.id());
            assertThat(deliveries)
                    .extracting(Delivery::status)
                    .containsExactlyInAnyOrder(AlertState.FIRING, AlertState.RESOLVED);
            assertThat(deliveries).extracting(Delivery::state).containsOnly(DeliveryState.SENT);
        }
    }

    private static Map<String, List<String>> byIdentity(List<String> lines) {
        Map<String, List<String>> byIdentity = new HashMap<>();
        for (String line : lines) {
            String[] parts = line.split(" ", 2);
            byIdentity.computeIfAbsent(parts[0], first -> new ArrayList<>()).add(parts[1]);
        }
        return byIdentity;
    }
}
