package io.tidemark.streams.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.schemas.Team;
import io.tidemark.streams.kafka.BrokerClock;
import io.tidemark.streams.meter.StreamsMeter;
import io.tidemark.streams.meter.TeamMeters;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** A team whose application cannot be started, tried again after 1, 2, 4 ... 30 s. */
class TeamSupervisorTest {
    private static final Team TEAM = new Team("alpha");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private Instant now = Instant.EPOCH;
    private int starts;

    @Test
    void anOutageAtTheStartDegradesAndIsTriedAgain() {
        TeamSupervisor slot = slot(new TimeoutException("no answer in 60000 ms"));

        slot.reconcile(Optional.empty());
        assertThat(slot.status().health()).isEqualTo(TeamHealth.DEGRADED);
        assertThat(slot.status().detail()).contains("could not be started", "no answer in 60000 ms");
        assertThat(failures("outage")).isEqualTo(1);
        assertThat(failures("defect")).isZero();

        slot.reconcile(Optional.empty());
        assertThat(starts).isEqualTo(1);
        now = now.plus(Duration.ofSeconds(1));
        slot.reconcile(Optional.empty());
        assertThat(starts).isEqualTo(2);
    }

    @Test
    void anythingElseAtTheStartIsAFailure() {
        TeamSupervisor slot = slot(new IllegalStateException("a bug"));

        slot.reconcile(Optional.empty());
        assertThat(slot.status().health()).isEqualTo(TeamHealth.FAILED);
        assertThat(slot.status().detail()).contains("a bug");
        assertThat(failures("defect")).isEqualTo(1);
    }

    @Test
    void whatLacksATopicWaits() {
        TeamSupervisor slot = slot(new IllegalStateException("not to be started"));

        slot.reconcile(Optional.of("waiting for topics [tidemark.alpha.windows]"));
        assertThat(slot.status().health()).isEqualTo(TeamHealth.WAITING);
        assertThat(starts).isZero();
    }

    private TeamSupervisor slot(RuntimeException atStart) {
        TeamMeters meters = new TeamMeters(registry, TEAM);
        TeamApplication.Settings settings = new TeamApplication.Settings(
                new Properties(),
                new HostMeterRegistry(registry, false),
                meters,
                () -> now,
                new TeamApplication.Clocks(new BrokerClock(), new TransactionTimeout()),
                RestartPolicy.DEFAULT);
        return new TeamSupervisor(TEAM, settings, () -> {
            starts++;
            throw atStart;
        });
    }

    private double failures(String kind) {
        return registry.get(StreamsMeter.FAILURES.id())
                .tag("kind", kind)
                .counter()
                .count();
    }
}
