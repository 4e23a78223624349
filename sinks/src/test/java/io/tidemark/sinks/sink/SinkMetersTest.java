package io.tidemark.sinks.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.schemas.Team;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** To Prometheus, a counter that begins at 1 did not increase: an alert on the first gap would never fire. */
final class SinkMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final SinkMeters meters = new SinkMeters(registry);

    @Test
    void gapsRetriesAndDefectsAreCountedFromZero() {
        meters.watch(() -> {
            throw new AssertionError("no state is asked for");
        });
        assertThat(count(SinkMeter.GAPS)).isZero();
        assertThat(count(SinkMeter.RETRIES)).isZero();
        assertThat(count(SinkMeter.DEFECTS)).isZero();
        meters.count(SinkMeter.GAPS);
        assertThat(count(SinkMeter.GAPS)).isEqualTo(1);
    }

    @Test
    void recordsOfATeamAreCountedFromZero() {
        meters.lag(Map.of(new Team("perf"), 0L));
        assertThat(count(SinkMeter.STORED)).isZero();
        assertThat(count(SinkMeter.UNDECODABLE)).isZero();
    }

    private double count(SinkMeter meter) {
        return registry.get(meter.id()).counter().count();
    }
}
