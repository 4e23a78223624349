package io.tidemark.streams;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;

/**
 * Where a host's meters go.
 *
 * @param kafkasOwn whether Kafka's own, hundreds per team, go there too
 */
public record HostMeters(MeterRegistry registry, boolean kafkasOwn) {
    /** Meters that nobody reads. */
    public static HostMeters unread() {
        return new HostMeters(new CompositeMeterRegistry(), false);
    }
}
