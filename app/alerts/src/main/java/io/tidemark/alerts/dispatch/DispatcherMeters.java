package io.tidemark.alerts.dispatch;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.tidemark.alerts.receiver.SendResult;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.DeliveryCount;
import io.tidemark.sinks.store.alert.DeliveryState;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What a dispatcher lets be seen of itself. Thread-safe. */
final class DispatcherMeters {
    private static final String DELIVERED = "delivered";
    private static final String RETRIED = "retried";
    private static final String REJECTED = "rejected";
    private static final List<String> RESULTS = List.of(DELIVERED, RETRIED, REJECTED);

    private final MeterRegistry registry;
    private final Map<Tags, Long> gauges = new ConcurrentHashMap<>();
    private final Set<String> receivers = ConcurrentHashMap.newKeySet();

    DispatcherMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** What is counted of a receiver begins at 0: an increase from nothing to 1 is none to Prometheus. */
    void watch(String receiver) {
        receivers.add(receiver);
        RESULTS.forEach(result -> sends(receiver, result));
        AlertMeter.DELIVERY.timer(registry, Tags.of("receiver", receiver));
    }

    /** What is counted of a team begins at 0. */
    void watch(Team team) {
        AlertMeter.UNDECODABLE.counter(registry, Tags.of("team", team.name()));
        AlertMeter.RETRIES.counter(registry, Tags.of("team", team.name()));
        forgotten(team, 0);
        outbox(team, List.of());
        heldBack(team, 0);
    }

    /** A notification was tried. */
    void sent(String receiver, SendResult result) {
        sends(receiver, word(result)).increment();
    }

    private Counter sends(String receiver, String result) {
        return AlertMeter.SENDS.counter(registry, Tags.of("receiver", receiver, "result", result));
    }

    private static String word(SendResult result) {
        if (result instanceof SendResult.Delivered) {
            return DELIVERED;
        }
        return result instanceof SendResult.Rejected ? REJECTED : RETRIED;
    }

    void delivered(String receiver, Duration took) {
        AlertMeter.DELIVERY
                .timer(registry, Tags.of("receiver", receiver))
                .record(took.isNegative() ? Duration.ZERO : took);
    }

    void active(Team team, long firing, long pending) {
        set(AlertMeter.ACTIVE, Tags.of("team", team.name(), "state", "firing"), firing);
        set(AlertMeter.ACTIVE, Tags.of("team", team.name(), "state", "pending"), pending);
    }

    void heldBack(Team team, long alerts) {
        set(AlertMeter.HELD_BACK, Tags.of("team", team.name()), alerts);
    }

    /** The store counts only what there is: the other states of its receivers, and of those of the file, have none. */
    void outbox(Team team, List<DeliveryCount> counts) {
        counts.forEach(count -> receivers.add(count.receiver()));
        receivers.forEach(receiver -> {
            for (DeliveryState state : DeliveryState.values()) {
                long deliveries = counts.stream()
                        .filter(count -> count.receiver().equals(receiver) && count.state() == state)
                        .mapToLong(DeliveryCount::count)
                        .sum();
                set(AlertMeter.OUTBOX, tags(team, receiver, state), deliveries);
            }
        });
    }

    private static Tags tags(Team team, String receiver, DeliveryState state) {
        return Tags.of(
                "team", team.name(), "receiver", receiver, "state", state.name().toLowerCase(Locale.ROOT));
    }

    void undecodable(Team team) {
        AlertMeter.UNDECODABLE.counter(registry, Tags.of("team", team.name())).increment();
    }

    void forgotten(Team team, long facts) {
        AlertMeter.FORGOTTEN.counter(registry, Tags.of("team", team.name())).increment((double) facts);
    }

    void retried(Team team) {
        AlertMeter.RETRIES.counter(registry, Tags.of("team", team.name())).increment();
    }

    private void set(AlertMeter meter, Tags tags, long value) {
        Tags key = tags.and("meter", meter.id());
        if (gauges.put(key, value) == null) {
            var unused = meter.gauge(registry, tags, gauges, all -> (double) all.getOrDefault(key, 0L));
        }
    }
}
