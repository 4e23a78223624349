package io.tidemark.alerts.dispatch;

import io.tidemark.alerts.rule.AlertChange;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.Mute;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
    private Instant lastCreated;

    /** @param lastCreated of the deliveries that wait */
    DeliveryPlanner(Function<Alert, List<String>> routes, Map<AlertId, Set<String>> told, Instant lastCreated) {
        this.routes = routes;
        this.told = new HashMap<>(told);
        this.lastCreated = lastCreated;
    }

    /** Takes on the mutes of now. */
    void mute(List<Mute> mutes) {
        this.mutes = List.copyOf(mutes);
    }

    /** @param active pending and firing alerts, those that changed among them */
    List<Delivery> plan(List<AlertChange> changes, List<Alert> active, Instant now) {
        Round round = new Round(now, creation(now), new ArrayList<>());
        for (AlertChange change : changes) {
            switch (change.alert().state()) {
                case EVENT -> {
                    if (isTold(change.alert(), now)) {
                        routes.apply(change.alert())
                                .forEach(receiver -> round.add(change.alert().id(), AlertState.EVENT, receiver));
                    }
                }
                case RESOLVED -> resolved(change, round);
                case PENDING, FIRING -> {}
            }
        }
        active.stream()
                .filter(alert -> alert.state() == AlertState.FIRING && isTold(alert, now))
                .forEach(alert -> fire(alert, round));
        if (!round.due().isEmpty()) {
            lastCreated = round.created();
        }
        return round.due();
    }

    /** The outbox is read in the order of creation after a restart: a clock that was set back must not turn it around. */
    private Instant creation(Instant now) {
        Instant next = lastCreated.plus(1, ChronoUnit.MICROS);
        return now.isBefore(next) ? next : now;
    }

    /** What is due of one look. */
    private record Round(Instant now, Instant created, List<Delivery> due) {
        void add(AlertId alert, AlertState status, String receiver) {
            due.add(Delivery.pending(alert, status, receiver, created));
        }
    }

    private void resolved(AlertChange change, Round round) {
        Alert alert = change.alert();
        if (change.fired() && isTold(alert, round.now()) && !told.containsKey(alert.id())) {
            // It began and ended in one round.
            fire(alert, round);
        }
        Set<String> receivers = told.remove(alert.id());
        if (receivers != null) {
            receivers.forEach(receiver -> round.add(alert.id(), AlertState.RESOLVED, receiver));
        }
    }

    private void fire(Alert alert, Round round) {
        AlertId id = alert.id();
        for (String receiver : routes.apply(alert)) {
            if (told.computeIfAbsent(id, first -> new LinkedHashSet<>()).add(receiver)) {
                round.add(id, AlertState.FIRING, receiver);
            }
        }
    }

    private boolean isTold(Alert alert, Instant now) {
        return alert.inhibitedBy().isEmpty() && mutes.stream().noneMatch(mute -> mute.applies(alert, now));
    }
}
