package io.tidemark.alerts.dispatch;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.Multimaps;
import com.google.common.collect.Multiset;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.alerts.rule.AlertChange;
import io.tidemark.alerts.rule.PipelineState;
import io.tidemark.alerts.rule.TeamRules;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetter;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.consume.FollowedPartition;
import io.tidemark.sinks.consume.IntervalTimer;
import io.tidemark.sinks.store.OffsetMove;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertCommit;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.DeliveryCount;
import io.tidemark.sinks.store.alert.DeliveryState;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The alerts of one team, from records to the outbox. A round stores alerts, deliveries, what the rules remember, and offsets in one transaction;
 * then the alerts are published and the deliveries handed to the receivers. After a failure it is thrown away and made anew from the store. Not
 * thread-safe.
 */
final class TeamDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(TeamDispatcher.class);
    private static final Duration MUTES_EVERY = Duration.ofSeconds(2);
    private static final Duration COUNTS_EVERY = Duration.ofSeconds(15);
    /** What is stored of a round in which only offsets moved can wait: such records are read again without an effect. */
    private static final Duration OFFSETS_EVERY = Duration.ofSeconds(5);

    /** How many of the newest alerts are loaded for those that ended: with them a condition that recurs is recognised. */
    private static final int MAX_ENDED = 1_000;

    private static final Comparator<Read> CONTROL_FIRST =
            Comparator.comparing(read -> read.from().topic() != Topic.CONTROL);

    private final Team team;
    private final AlertStore store;
    private final TeamRules rules;
    private final DeliveryPlanner planner;
    private final Shared shared;
    private final IntervalTimer mutes;
    private final IntervalTimer counts;
    private final IntervalTimer offsets;
    /** Topics and kinds of errors that rules failed with: of each, the first is logged. */
    private final Set<List<Object>> failures = new HashSet<>();

    private Map<String, Long> parked = Map.of();

    /** What the dispatchers of all teams share. */
    record Shared(
            RecordReader reader,
            AlertPublisher publisher,
            Map<String, ReceiverWorker> workers,
            DispatcherClocks clocks,
            DispatcherMeters meters) {}

    private TeamDispatcher(Team team, AlertStore store, TeamRules rules, DeliveryPlanner planner, Shared shared) {
        this.team = team;
        this.store = store;
        this.rules = rules;
        this.planner = planner;
        this.shared = shared;
        this.mutes = new IntervalTimer(MUTES_EVERY, shared.clocks().elapsed());
        this.counts = new IntervalTimer(COUNTS_EVERY, shared.clocks().elapsed());
        this.offsets = new IntervalTimer(OFFSETS_EVERY, shared.clocks().elapsed());
    }

    /** One that goes on where the store is: what was not published is, and what waits to be sent is handed to the receivers. */
    static TeamDispatcher resume(Team team, AlertStore store, DispatcherOptions options, Shared shared) {
        List<Alert> active = store.active(team);
        Map<AlertId, Set<String>> receivers = new HashMap<>();
        ListMultimap<String, Alert> firing = ArrayListMultimap.create();
        for (Alert alert : active) {
            store.deliveries(alert.id()).stream()
                    .filter(delivery -> delivery.status() == AlertState.FIRING)
                    .forEach(delivery -> {
                        receivers
                                .computeIfAbsent(alert.id(), first -> new LinkedHashSet<>())
                                .add(delivery.receiver());
                        firing.put(delivery.receiver(), alert);
                    });
        }
        List<Delivery> pending = store.pending(team);
        Instant lastCreated = pending.stream()
                .map(Delivery::created)
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
        List<Alert> known = known(active, store.newest(team, MAX_ENDED));
        TeamRules rules = new TeamRules(team, options.rules(), known, store.facts(team));
        DeliveryPlanner planner = new DeliveryPlanner(
                options.routes(),
                rules::isOfOneLoadOfSeveral,
                rules.refused(),
                receivers,
                lastCreated,
                mostFiring(options));
        Instant now = shared.clocks().wall().instant();
        known.stream()
                .filter(alert -> DeliveryPlanner.isRecent(alert.updatedAt(), now))
                .filter(rules::isOfOneLoadOfSeveral)
                .forEach(alert -> store.deliveries(alert.id()).stream()
                        .filter(delivery -> delivery.status() == AlertState.FIRING)
                        .forEach(delivery -> planner.fired(alert, delivery.receiver(), delivery.created())));
        TeamDispatcher dispatcher = new TeamDispatcher(team, store, rules, planner, shared);
        shared.workers().values().forEach(worker -> {
            worker.forget(team);
            worker.remember(firing.get(worker.name()));
        });
        shared.meters().watch(team);
        dispatcher.enqueue(pending, byId(store.undelivered(team)));
        dispatcher.publish(store.unpublished(team));
        return dispatcher;
    }

    private static double mostFiring(DispatcherOptions options) {
        return options.rules()
                .settings()
                .apply(AlertKind.ALERTS_HELD_BACK)
                .limit()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private static List<Alert> known(List<Alert> active, List<Alert> newest) {
        return Stream.concat(active.stream(), newest.stream().filter(alert -> alert.state() == AlertState.RESOLVED))
                .toList();
    }

    /** A record of the team, of a round. */
    record Read(FollowedPartition from, ConsumerRecord<byte[], byte[]> record) {}

    /**
     * Begins a round: gives the rules records until a time, at least one.
     *
     * @param listening whether these are the newest records there are
     * @return those that are left over, in the order of their partitions
     */
    List<Read> begin(List<Read> records, boolean listening, long untilNanos) {
        NanoClock elapsed = shared.clocks().elapsed();
        Instant now = shared.clocks().wall().instant();
        long began = elapsed.nanos();
        rules.begin(now, began, listening);
        // What says what a run is comes before what is reported of it.
        List<Read> sorted = records.stream().sorted(CONTROL_FIRST).toList();
        int applied = 0;
        while (applied < sorted.size() && (applied == 0 || elapsed.nanos() - untilNanos < 0)) {
            apply(sorted.get(applied++));
        }
        if (applied < sorted.size()) {
            // A lane may be heard in what is left over.
            rules.begin(now, began, false);
        }
        return sorted.subList(applied, sorted.size());
    }

    /**
     * Ends the round.
     *
     * @param moves from where the store is to where the records end that the rules were given
     * @return whether the moves are in the store
     */
    boolean end(List<OffsetMove> moves) {
        Instant now = shared.clocks().wall().instant();
        planner.heldBack().ifPresent(rules::onHeldBack);
        rules.end();
        shared.meters().forgotten(team, rules.takeForgotten());
        if (mutes.isDue()) {
            planner.mute(store.mutes(team, now));
        }
        planner.waiting(endsAndEvents());
        List<AlertChange> changes = rules.takeAlerts();
        List<Delivery> due = planner.plan(changes, rules.active(), now);
        AlertCommit commit =
                new AlertCommit(team, changes.stream().map(AlertChange::alert).toList(), due, rules.takeFacts(), moves);
        boolean onlyMoves = commit.alerts().isEmpty()
                && commit.deliveries().isEmpty()
                && commit.facts().isEmpty();
        boolean stored = !commit.isEmpty() && (!onlyMoves || offsets.isDue());
        if (stored) {
            store.commit(commit);
        }
        tell(commit);
        if (counts.isDue()) {
            measure();
        }
        return stored;
    }

    private Multiset<String> endsAndEvents() {
        Multiset<String> waiting = HashMultiset.create();
        shared.workers().values().forEach(worker -> waiting.add(worker.name(), worker.endsAndEvents(team)));
        return waiting;
    }

    private void tell(AlertCommit commit) {
        Map<AlertId, Alert> revisions = byId(commit.alerts());
        if (!revisions.isEmpty()) {
            shared.workers().values().forEach(worker -> worker.update(revisions));
        }
        if (!commit.deliveries().isEmpty()) {
            Map<AlertId, Alert> known = byId(rules.active());
            known.putAll(revisions);
            enqueue(commit.deliveries(), known);
        }
        // Last: an outage of Kafka must not keep receivers waiting.
        publish(commit.alerts());
    }

    private static Map<AlertId, Alert> byId(List<Alert> alerts) {
        Map<AlertId, Alert> byId = new HashMap<>();
        alerts.forEach(alert -> byId.put(alert.id(), alert));
        return byId;
    }

    private void publish(List<Alert> alerts) {
        if (!alerts.isEmpty()) {
            shared.publisher().publish(alerts);
            store.published(alerts);
        }
    }

    private void enqueue(List<Delivery> deliveries, Map<AlertId, Alert> known) {
        ListMultimap<String, QueuedDelivery> byReceiver =
                MultimapBuilder.linkedHashKeys().arrayListValues().build();
        for (Delivery delivery : deliveries) {
            Alert alert = Objects.requireNonNull(known.get(delivery.alert()), delivery::toString);
            byReceiver.put(delivery.receiver(), new QueuedDelivery(delivery, alert));
        }
        Multimaps.asMap(byReceiver).forEach((receiver, queued) -> {
            ReceiverWorker worker = shared.workers().get(receiver);
            if (worker != null) {
                worker.enqueue(queued);
            } else {
                Instant now = shared.clocks().wall().instant();
                queued.forEach(one -> store.update(
                        one.delivery().finishedAs(DeliveryState.SKIPPED, now, "no receiver has this name any more")));
            }
        });
    }

    private void apply(Read read) {
        Topic topic = read.from().topic();
        if (topic == Topic.DEAD_LETTERS) {
            rules.onDeadLetter(
                    Instant.ofEpochMilli(read.record().timestamp()),
                    DeadLetter.reason(read.record().headers()));
        } else {
            shared.reader().event(team, topic, read.record()).ifPresent(event -> apply(event, read));
        }
    }

    /** An event that a rule fails on must not keep the team from all alerts after it. */
    private void apply(SpecificRecord event, Read read) {
        try {
            rules.on(event);
        } catch (RuntimeException e) {
            if (failures.add(List.of(read.from().topic(), e.getClass()))) {
                LOG.error(
                        "no alert is made of {}: a rule failed on it; further ones like it are only counted",
                        RecordPosition.of(read.record()),
                        e);
            }
            shared.meters().undecodable(team);
        }
    }

    /** How the pipeline stands. */
    void pipeline(PipelineState state) {
        rules.on(state);
    }

    /** Deletes alerts that ended before {@code before}, from the store and from the topic. */
    void forgetEnded(Instant before) {
        shared.publisher().forget(store.deleteEnded(team, before));
    }

    private void measure() {
        List<Alert> active = rules.active();
        long firing = active.stream()
                .filter(alert -> alert.state() == AlertState.FIRING)
                .count();
        shared.meters().active(team, firing, active.size() - firing);
        planner.heldBack().ifPresent(alerts -> shared.meters().heldBack(team, alerts));
        List<DeliveryCount> outbox = store.deliveryCounts(team);
        shared.meters().outbox(team, outbox);
        parked = outbox.stream()
                .filter(count -> count.state() == DeliveryState.PARKED)
                .collect(Collectors.toUnmodifiableMap(DeliveryCount::receiver, DeliveryCount::count));
    }

    /** How many deliveries each receiver refused, as of the last time that they were counted. */
    Map<String, Long> parked() {
        return parked;
    }

    /** Gives up the team: its deliveries are another's. */
    void release() {
        shared.workers().values().forEach(worker -> worker.forget(team));
    }
}
