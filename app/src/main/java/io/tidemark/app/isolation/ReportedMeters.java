package io.tidemark.app.isolation;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.tidemark.app.isolation.TeamReport.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The meters of a team's process among those of the host, under their names. A process that is started again counts from 0, as any that restarts. */
final class ReportedMeters {
    private final MeterRegistry registry;
    private final Map<String, Held> known = new HashMap<>();

    /** What was reported last: written by the process' thread, read by any. */
    private static final class Held {
        private volatile Value value;

        Held(Value value) {
            this.value = value;
        }
    }

    ReportedMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    void update(List<Value> values) {
        for (Value value : values) {
            String key = value.name() + value.tags();
            Held before = known.get(key);
            if (before == null) {
                known.put(key, added(value));
            } else {
                before.value = value;
            }
        }
    }

    private Held added(Value value) {
        Held now = new Held(value);
        List<Tag> tags = value.tags().entrySet().stream()
                .map(tag -> Tag.of(tag.getKey(), tag.getValue()))
                .toList();
        switch (value.type()) {
            case COUNTER -> {
                var unused = FunctionCounter.builder(value.name(), now, held -> held.value.value())
                        .tags(tags)
                        .baseUnit(value.unit())
                        .description(value.description())
                        .register(registry);
            }
            case TIMER -> {
                var unused = FunctionTimer.builder(
                                value.name(),
                                now,
                                held -> (long) held.value.count(),
                                held -> held.value.value(),
                                TimeUnit.SECONDS)
                        .tags(tags)
                        .description(value.description())
                        .register(registry);
            }
            case GAUGE, LONG_TASK_TIMER, DISTRIBUTION_SUMMARY, OTHER -> {
                var unused = Gauge.builder(value.name(), now, held -> held.value.value())
                        .tags(tags)
                        .baseUnit(value.unit())
                        .description(value.description())
                        .register(registry);
            }
        }
        return now;
    }
}
