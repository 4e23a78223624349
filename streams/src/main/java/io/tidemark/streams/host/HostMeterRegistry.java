package io.tidemark.streams.host;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;

/**
 * Where a host's meters go.
 *
 * @param includeKafkaMetrics whether Kafka's own, hundreds per team, go there too
 */
public record HostMeterRegistry(MeterRegistry registry, boolean includeKafkaMetrics) {
    /** Meters that are not exposed. */
    public static HostMeterRegistry discarding() {
        return new HostMeterRegistry(new CompositeMeterRegistry(), false);
    }
}
