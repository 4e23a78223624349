package io.tidemark.alerts.dispatch;

import io.tidemark.alerts.rule.AlertChange;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.Mute;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Decides which notifications are due. It looks at all active alerts each time, so a mute that ends or a cause that goes away is noticed by
 * itself. Whoever was told that an alert fires is told that it is resolved, whatever the routes say by then. Not thread-safe.
 */
final class DeliveryPlanner {
    private final Function<Alert, List<String>> routes;
    /** Who was told that an alert fires, of active alerts. */
    private final Map<AlertId, Set<String>> told;

    private List<Mute> mutes = List.of();

    DeliveryPlanner(Function<Alert, List<String>> routes, Map<AlertId, Set<String>> told) {
        this.routes = routes;
        this.told = new HashMap<>(told);
    }

    /** Takes on the mutes of now. */
    void mute(List<Mute> mutes) {
        this.mutes = List.copyOf(mutes);
    }

    /** @param active pending and firing alerts, those that changed among them */
    List<Delivery> plan(List<AlertChange> changes, List<Alert> active, Instant now) {
        List<Delivery> due = new ArrayList<>();
        for (AlertChange change : changes) {
            switch (change.alert().state()) {
                case EVENT -> {
                    if (isTold(change.alert(), now)) {
                        routes.apply(change.alert())
                                .forEach(receiver -> due.add(
                                        Delivery.pending(change.alert().id(), AlertState.EVENT, receiver, now)));
                    }
                }
                case RESOLVED -> resolved(change, now, due);
                case PENDING, FIRING -> {}
            }
        }
        active.stream()
                .filter(alert -> alert.state() == AlertState.FIRING && isTold(alert, now))
                .forEach(alert -> fire(alert, now, due));
        return due;
    }

    private void resolved(AlertChange change, Instant now, List<Delivery> due) {
        Alert alert = change.alert();
        if (change.fired() && isTold(alert, now) && !told.containsKey(alert.id())) {
            // It began and ended in one round.
            fire(alert, now, due);
        }
        Set<String> receivers = told.remove(alert.id());
        if (receivers != null) {
            receivers.forEach(receiver -> due.add(Delivery.pending(alert.id(), AlertState.RESOLVED, receiver, now)));
        }
    }

    private void fire(Alert alert, Instant now, List<Delivery> due) {
        AlertId id = alert.id();
        for (String receiver : routes.apply(alert)) {
            if (told.computeIfAbsent(id, first -> new LinkedHashSet<>()).add(receiver)) {
                due.add(Delivery.pending(id, AlertState.FIRING, receiver, now));
            }
        }
    }

    private boolean isTold(Alert alert, Instant now) {
        return alert.inhibitedBy().isEmpty() && mutes.stream().noneMatch(mute -> mute.applies(alert, now));
    }
}
