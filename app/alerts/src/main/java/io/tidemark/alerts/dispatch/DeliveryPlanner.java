package io.tidemark.alerts.dispatch;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.alerts.rule.AlertChange;
import io.tidemark.alerts.rule.RefusedAlerts;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.Mute;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Decides which notifications are due. It evaluates all active alerts each time, so the end of a mute or of an inhibiting cause needs no event.
 * A receiver that was notified of a firing alert is also notified of its resolution, even if the routes have changed since. A receiver is
 * notified of a limited number of firing alerts at a time, each of which counts until the receiver has taken its end. Further ones are held back until
 * there is room, pages for the shortest time. Of events, as many wait for a receiver at most; it is not notified of further ones. Of breaches at the
 * loads of an experiment a receiver is notified once for each severity. Not thread-safe.
 */
final class DeliveryPlanner {
    /** After so long a receiver is notified of breaches at the loads of an experiment again, so that each night's runs notify. */
    private static final Duration ONCE_WITHIN = Duration.ofHours(12);

    /** Of so many experiments, receivers and severities it is remembered; beyond it that of the first is forgotten. */
    private static final int MOST_LOAD_BREACHES = 1_000;

    private final Function<Alert, List<String>> routes;
    private final Predicate<Alert> ofOneLoadOfSeveral;
    private final RefusedAlerts refused;
    /** Who was notified that an alert fires, of active alerts. */
    private final Map<AlertId, Set<String>> notified;

    /** When a receiver was last notified of a breach at one load of an experiment's runs. */
    private final Map<LoadBreaches, Instant> loadBreaches = new LinkedHashMap<>();

    private final double mostFiring;
    /** How many alerts that fire each receiver was notified of. */
    private final Multiset<String> firing = HashMultiset.create();
    /** How many events and ends of alerts each receiver has not taken yet. */
    private Multiset<String> waiting = HashMultiset.create();

    private List<Mute> mutes = List.of();
    private Instant lastCreated;
    /** How many alerts that fire a receiver was not notified of in the last look. */
    private OptionalLong notNotified = OptionalLong.empty();

    /** The breaches at all loads of an experiment that one receiver is notified of with a severity. */
    private record LoadBreaches(String receiver, String experiment, String severity) {
        LoadBreaches(String receiver, Alert alert) {
            this(receiver, alert.labels().getOrDefault("experiment", ""), alert.severity());
        }
    }

    /**
     * @param ofOneLoadOfSeveral whether an alert is the breach of one load of a run that has several
     * @param refused takes on the events, and the alerts that ended, of which a receiver is never notified
     * @param lastCreated of the deliveries that wait
     * @param mostFiring of how many alerts that fire a receiver is notified at a time
     */
    DeliveryPlanner(
            Function<Alert, List<String>> routes,
            Predicate<Alert> ofOneLoadOfSeveral,
            RefusedAlerts refused,
            Map<AlertId, Set<String>> notified,
            Instant lastCreated,
            double mostFiring) {
        this.routes = routes;
        this.ofOneLoadOfSeveral = ofOneLoadOfSeveral;
        this.refused = refused;
        this.notified = new HashMap<>(notified);
        this.lastCreated = lastCreated;
        this.mostFiring = mostFiring;
        notified.values().forEach(firing::addAll);
    }

    /**
     * How many alerts that fire a receiver was not notified of in the last look because it has as many as it may have, and how many are refused by now;
     * empty before the first look.
     */
    OptionalLong heldBack() {
        return notNotified.isPresent() ? OptionalLong.of(notNotified.getAsLong() + refused.count()) : notNotified;
    }

    /** Takes on that a receiver was notified that an alert fires, by this process or another. */
    void fired(Alert alert, String receiver, Instant at) {
        loadBreaches.merge(new LoadBreaches(receiver, alert), at, (one, other) -> one.isAfter(other) ? one : other);
        if (loadBreaches.size() > MOST_LOAD_BREACHES) {
            loadBreaches.remove(loadBreaches.keySet().iterator().next());
        }
    }

    /** Whether what receivers were notified of then still counts. Also if the clock was set back. */
    static boolean isRecent(Instant at, Instant now) {
        return Duration.between(at, now).abs().compareTo(ONCE_WITHIN) < 0;
    }

    /** Takes on the mutes of now. */
    void mute(List<Mute> mutes) {
        this.mutes = List.copyOf(mutes);
    }

    /** Takes on how many events and ends of alerts each receiver has not taken yet. */
    void waiting(Multiset<String> waiting) {
        this.waiting = HashMultiset.create(waiting);
    }

    /** @param active pending and firing alerts, those that changed among them */
    List<Delivery> plan(List<AlertChange> changes, List<Alert> active, Instant now) {
        loadBreaches.values().removeIf(at -> !isRecent(at, now));
        Round round = new Round(now, creation(now), new ArrayList<>());
        List<AlertChange> yielding = new ArrayList<>();
        for (AlertChange change : changes) {
            switch (change.alert().state()) {
                case EVENT -> event(change.alert(), round);
                case RESOLVED -> {
                    if (yields(change)) {
                        yielding.add(change);
                    } else {
                        resolved(change, round);
                    }
                }
                case PENDING, FIRING -> {}
            }
        }
        Predicate<Alert> page = alert -> alert.severity().equals("page");
        long pages = notifyOf(page, active, yielding, round);
        notNotified = OptionalLong.of(pages + notifyOf(page.negate(), active, yielding, round));
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

    /**
     * Notifies of alerts that fire, and then of those that ended and yield to them.
     *
     * @param severity of the alerts that it notifies of
     * @return how many alerts that fire a receiver was not notified of
     */
    private long notifyOf(Predicate<Alert> severity, List<Alert> active, List<AlertChange> yielding, Round round) {
        long missed = active.stream()
                .filter(alert -> alert.state() == AlertState.FIRING && severity.test(alert))
                .filter(alert -> isNotifiable(alert, round.now()))
                .filter(alert -> !fire(alert, round))
                .count();
        yielding.stream().filter(change -> severity.test(change.alert())).forEach(change -> resolved(change, round));
        return missed;
    }

    /** What is due of one look. */
    private record Round(Instant now, Instant created, List<Delivery> due) {
        void add(AlertId alert, AlertState status, String receiver) {
            due.add(Delivery.pending(alert, status, receiver, created));
        }
    }

    private void event(Alert event, Round round) {
        if (!isNotifiable(event, round.now())) {
            return;
        }
        boolean all = true;
        for (String receiver : routes.apply(event)) {
            if (waiting.count(receiver) < mostFiring) {
                waiting.add(receiver);
                round.add(event.id(), AlertState.EVENT, receiver);
            } else {
                all = false;
            }
        }
        if (!all) {
            refused.add(event.id().dedupKey());
        }
    }

    private boolean isUnannounced(AlertChange ended) {
        return ended.fired() && !notified.containsKey(ended.alert().id());
    }

    /** Whether an ended breach gives way to one that still fires: a receiver is notified of one load of an experiment within twelve hours. */
    private boolean yields(AlertChange ended) {
        return isUnannounced(ended) && ofOneLoadOfSeveral.test(ended.alert());
    }

    private void resolved(AlertChange change, Round round) {
        Alert alert = change.alert();
        // It began and ended in one round.
        if (isUnannounced(change) && isNotifiable(alert, round.now()) && !fire(alert, round)) {
            refused.add(alert.id().dedupKey());
        }
        Set<String> receivers = notified.remove(alert.id());
        if (receivers != null) {
            receivers.forEach(firing::remove);
            waiting.addAll(receivers);
            receivers.forEach(receiver -> round.add(alert.id(), AlertState.RESOLVED, receiver));
        }
    }

    /** Returns whether all its receivers are notified of it, or of another load of its experiment. */
    private boolean fire(Alert alert, Round round) {
        AlertId id = alert.id();
        boolean all = true;
        for (String receiver : routes.apply(alert)) {
            if (notified.getOrDefault(id, Set.of()).contains(receiver) || isOfNotifiedLoads(alert, receiver)) {
                continue;
            }
            if (firing.count(receiver) + waiting.count(receiver) >= most(alert)) {
                all = false;
                continue;
            }
            notified.computeIfAbsent(id, first -> new LinkedHashSet<>()).add(receiver);
            firing.add(receiver);
            round.add(id, AlertState.FIRING, receiver);
            if (ofOneLoadOfSeveral.test(alert)) {
                fired(alert, receiver, round.now());
            }
        }
        return all;
    }

    private boolean isOfNotifiedLoads(Alert alert, String receiver) {
        return loadBreaches.containsKey(new LoadBreaches(receiver, alert)) && ofOneLoadOfSeveral.test(alert);
    }

    /** What says how many are held back has room beside all alerts and events. */
    private double most(Alert alert) {
        return alert.name().equals(AlertKind.ALERTS_HELD_BACK.alertname()) ? 2 * mostFiring + 1 : mostFiring;
    }

    private boolean isNotifiable(Alert alert, Instant now) {
        return alert.inhibitedBy().isEmpty() && mutes.stream().noneMatch(mute -> mute.applies(alert, now));
    }
}
