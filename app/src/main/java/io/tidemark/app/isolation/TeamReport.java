package io.tidemark.app.isolation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.tidemark.app.health.ComponentHealth;
import io.tidemark.app.health.Health;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * What a team's process says of itself, on a line as JSON.
 *
 * @param alive whether the threads that supervise the team are there
 * @param parts its health
 */
record TeamReport(boolean alive, List<ComponentHealth> parts, List<Value> meters) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * A meter as it stands.
     *
     * @param value of a timer the seconds in all
     * @param count of a timer; 0 of others
     */
    record Value(
            String name,
            Map<String, String> tags,
            @Nullable String unit,
            @Nullable String description,
            Meter.Type type,
            double value,
            double count) {}

    static TeamReport of(Health health, MeterRegistry meters) {
        return new TeamReport(
                health.alive(),
                health.parts(),
                StreamSupport.stream(meters.getMeters().spliterator(), false)
                        .map(TeamReport::value)
                        .toList());
    }

    private static Value value(Meter meter) {
        double value = 0;
        double count = 0;
        if (meter instanceof Timer timer) {
            value = timer.totalTime(TimeUnit.SECONDS);
            count = timer.count();
        } else if (meter instanceof FunctionTimer timer) {
            value = timer.totalTime(TimeUnit.SECONDS);
            count = timer.count();
        } else {
            value = meter.measure().iterator().next().getValue();
        }
        Meter.Id id = meter.getId();
        boolean counts = meter instanceof FunctionCounter || id.getType() == Meter.Type.COUNTER;
        return new Value(
                id.getName(),
                id.getTags().stream().collect(Collectors.toMap(Tag::getKey, Tag::getValue)),
                id.getBaseUnit(),
                id.getDescription(),
                counts ? Meter.Type.COUNTER : id.getType(),
                value,
                count);
    }

    String line() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a report of names and numbers has a form in JSON", e);
        }
    }

    /** @throws JsonProcessingException if the line is no report */
    static TeamReport parse(String line) throws JsonProcessingException {
        return JSON.readValue(line, TeamReport.class);
    }
}
