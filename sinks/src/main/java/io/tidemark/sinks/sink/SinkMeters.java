package io.tidemark.sinks.sink;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.StoreChange;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** What a sink lets be seen of itself. Written by the loop's thread. */
final class SinkMeters {
    private static final Set<SinkMeter> COUNTED = EnumSet.of(SinkMeter.GAPS, SinkMeter.RETRIES, SinkMeter.DEFECTS);
    private static final Set<SinkMeter> COUNTED_BY_TEAM = EnumSet.of(SinkMeter.STORED, SinkMeter.UNDECODABLE);

    private final MeterRegistry registry;
    private final Map<Team, Long> lags = new ConcurrentHashMap<>();

    SinkMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** A gauge per state. Counters begin at 0: an increase from nothing to 1 is none to Prometheus. */
    void watch(Supplier<SinkStatus> status) {
        COUNTED.forEach(meter -> meter.counter(registry, Tags.empty()));
        SinkMeter.WRITE.timer(registry, Tags.empty());
        for (SinkStatus.State state : SinkStatus.State.values()) {
            Tags tags = Tags.of("state", state.name().toLowerCase(Locale.ROOT));
            var unused =
                    SinkMeter.STATE.gauge(registry, tags, () -> status.get().state() == state ? 1 : 0);
        }
    }

    void stored(FetchedBatch fetched) {
        for (StoreChange change : fetched.changes()) {
            SinkMeter meter = change instanceof StoreChange.DeadLettered ? SinkMeter.UNDECODABLE : SinkMeter.STORED;
            meter.counter(registry, tag(change.team())).increment();
        }
    }

    void lag(Map<Team, Long> byTeam) {
        byTeam.forEach((team, records) -> {
            if (lags.put(team, records) == null) {
                COUNTED_BY_TEAM.forEach(meter -> meter.counter(registry, tag(team)));
                var unused = SinkMeter.LAG.gauge(registry, tag(team), lags, all -> (double) all.getOrDefault(team, 0L));
            }
        });
    }

    void count(SinkMeter meter) {
        meter.counter(registry, Tags.empty()).increment();
    }

    void timeWrite(Runnable write) {
        SinkMeter.WRITE.timer(registry, Tags.empty()).record(write);
    }

    private static Tags tag(Team team) {
        return Tags.of("team", team.name());
    }
}
