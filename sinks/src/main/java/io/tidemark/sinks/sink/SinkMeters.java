package io.tidemark.sinks.sink;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.Change;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** What a sink lets be seen of itself. Written by the loop's thread. */
final class SinkMeters {
    private final MeterRegistry registry;
    private final Map<Team, Long> lags = new ConcurrentHashMap<>();

    SinkMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** A gauge per state. */
    void watch(Supplier<SinkStatus> status) {
        for (SinkStatus.State state : SinkStatus.State.values()) {
            Gauge.builder(SinkMeter.STATE.id(), () -> status.get().state() == state ? 1 : 0)
                    .description(SinkMeter.STATE.meaning())
                    .tag("state", state.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
    }

    void stored(Fetched fetched) {
        for (Change change : fetched.changes()) {
            SinkMeter meter = change instanceof Change.Stored ? SinkMeter.STORED : SinkMeter.UNDECODABLE;
            counter(meter, "team", change.team().name()).increment();
        }
    }

    void lag(Map<Team, Long> byTeam) {
        byTeam.forEach((team, records) -> {
            if (lags.put(team, records) == null) {
                Gauge.builder(SinkMeter.LAG.id(), lags, all -> (double) all.getOrDefault(team, 0L))
                        .description(SinkMeter.LAG.meaning())
                        .baseUnit(SinkMeter.LAG.unit())
                        .tag("team", team.name())
                        .register(registry);
            }
        });
    }

    void count(SinkMeter meter) {
        counter(meter).increment();
    }

    void timeWrite(Runnable write) {
        Timer.builder(SinkMeter.WRITE.id())
                .description(SinkMeter.WRITE.meaning())
                .register(registry)
                .record(write);
    }

    private Counter counter(SinkMeter meter, String... tags) {
        return Counter.builder(meter.id())
                .description(meter.meaning())
                .baseUnit(meter.unit().isEmpty() ? null : meter.unit())
                .tags(tags)
                .register(registry);
    }
}
