package io.tidemark.app.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.app.health.ComponentHealth;
import io.tidemark.app.health.HealthState;
import io.tidemark.schemas.Team;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class IsolatedTeamsTest {
    private static final Team TEAM = new Team("perf");

    @Test
    void anErrorDoesNotEndTheLooking() {
        Admin unasked = Admin.create(Map.of("bootstrap.servers", "127.0.0.1:1"));
        try (IsolatedTeams teams = new IsolatedTeams(
                unasked,
                Set.of(TEAM),
                team -> {
                    throw new NoClassDefFoundError("a class");
                },
                new SimpleMeterRegistry())) {
            teams.look();

            assertThat(teams.health().parts())
                    .containsExactly(new ComponentHealth("streams", HealthState.DEGRADED, "a class"));
        }
    }

    @Test
    @Timeout(60)
    void aProcessWithoutTheThreadsThatSuperviseItsTeamIsEnded() throws Exception {
        String report = new TeamReport(false, List.of(), List.of()).line();
        ProcessBuilder answersOnce = new ProcessBuilder("sh", "-c", "read q; echo '" + report + "'; cat >/dev/null");
        try (TeamProcess process =
                new TeamProcess(TEAM, answersOnce, new ReportedMeters(new SimpleMeterRegistry()), () -> 0)) {
            while (process.health().get(0).state() != HealthState.FAILED) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
            assertThat(process.health())
                    .containsExactly(
                            new ComponentHealth("streams/perf", HealthState.FAILED, "its process ended with 0"));
        }
    }
}
