package io.tidemark.alerts.dispatch;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.tidemark.alerts.receiver.SendResult;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.DeliveryCount;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What a dispatcher lets be seen of itself. Thread-safe. */
final class DispatcherMeters {
    private final MeterRegistry registry;
    private final Map<Tags, Long> gauges = new ConcurrentHashMap<>();

    DispatcherMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** A notification was tried. */
    void sent(String receiver, SendResult result) {
        AlertMeter.SENDS
                .counter(registry, Tags.of("receiver", receiver, "result", word(result)))
                .increment();
    }

    private static String word(SendResult result) {
        if (result instanceof SendResult.Delivered) {
            return "delivered";
        }
        return result instanceof SendResult.Rejected ? "rejected" : "retried";
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

    void outbox(Team team, List<DeliveryCount> counts) {
        counts.forEach(count -> set(
                AlertMeter.OUTBOX,
                Tags.of(
                        "team",
                        team.name(),
                        "receiver",
                        count.receiver(),
                        "state",
                        count.state().name().toLowerCase(Locale.ROOT)),
                count.count()));
    }

    void undecodable(Team team) {
        AlertMeter.UNDECODABLE.counter(registry, Tags.of("team", team.name())).increment();
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
