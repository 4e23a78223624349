package io.tidemark.app.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.health.ComponentHealth;
import io.tidemark.app.health.HealthState;
import io.tidemark.app.watch.WatchReporter.PlanStatus;
import io.tidemark.events.WatchActivity;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class WatchHealthTest {
    @Test
    void eachPlanShowsItsLastAndNextRunAndWhatBlocksIt() {
        assertThat(WatchHealth.of(Map.of(
                                "nightly",
                                new PlanStatus(
                                        WatchActivity.WAITING,
                                        "",
                                        "01M8",
                                        Optional.of(Instant.parse("2026-11-26T02:00:00Z"))),
                                "soak",
                                new PlanStatus(
                                        WatchActivity.BLOCKED, "the target does not answer", "", Optional.empty())))
                        .parts())
                .containsExactly(
                        new ComponentHealth(
                                "watch/nightly",
                                HealthState.READY,
                                "waiting; last run 01M8; next run due 2026-11-26 02:00:00 UTC"),
                        new ComponentHealth("watch/soak", HealthState.DEGRADED, "blocked: the target does not answer"));
    }
}
