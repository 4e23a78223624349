package io.tidemark.streams.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RegistryConfig;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that asks no broker: neither team has its topics. */
class TeamReconciliationTest {
    private static final String BROKEN = "broken";
    private static final String WHOLE = "whole";

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @TempDir
    private Path folder;

    @Test
    void aTeamThatTheProgramFailsOnKeepsNoOtherFromBeingLookedAfter() {
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public MeterFilterReply accept(Meter.Id id) {
                if (BROKEN.equals(id.getTag("team"))) {
                    throw new IllegalStateException("a bug");
                }
                return MeterFilterReply.NEUTRAL;
            }
        });
        StreamsOptions options = StreamsOptions.of(
                "localhost:1", RegistryConfig.embedded("http://localhost:1"), folder.resolve("state"));
        StreamsHost.Dependencies parts = new StreamsHost.Dependencies(
                () -> Instant.EPOCH, new HostMeterRegistry(registry, false), RestartPolicy.DEFAULT, (team, tools) -> {
                    throw new AssertionError("not to be started: " + team);
                });
        try (StreamsHost host = StreamsHost.opened(options, parts)) {
            Optional<String> obstacle = Optional.of("waiting for topics");
            host.reconcile(new TreeMap<>(Map.of(BROKEN, obstacle, WHOLE, obstacle)));

            assertThat(host.status(new Team(BROKEN))).isEmpty();
            assertThat(host.status(new Team(WHOLE)))
                    .hasValueSatisfying(status -> assertThat(status.detail()).isEqualTo("waiting for topics"));
        }
    }
}
