package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.schemas.Team;
import io.tidemark.streams.host.TeamHealth;
import io.tidemark.streams.host.TeamStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoppedTeamsTest {
    private final StoppedTeams stopped = new StoppedTeams();

    @Test
    void aTeamThatEndsAtEachStartIsStoppedUntilItRunsAndItsFirstReasonStays() {
        assertThat(update(TeamHealth.STARTING, "REBALANCING")).isFalse();
        assertThat(update(TeamHealth.FAILED, "it ended: long overflow; started again at 12:00:01"))
                .isTrue();
        assertThat(update(TeamHealth.STARTING, "REBALANCING")).isFalse();
        assertThat(update(TeamHealth.DEGRADED, "started again after it ended")).isFalse();
        assertThat(update(TeamHealth.FAILED, "it ended: long overflow; started again at 12:00:02"))
                .isFalse();
        assertThat(stopped.reasons()).isEqualTo(Map.of("b", "it ended: long overflow; started again at 12:00:01"));

        assertThat(update(TeamHealth.RUNNING, "RUNNING")).isTrue();
        assertThat(stopped.reasons()).isEmpty();
    }

    @Test
    void aTeamWhoseRegistryIsAwayIsNotStopped() {
        update(TeamHealth.RUNNING, "RUNNING");
        assertThat(update(TeamHealth.DEGRADED, "the registry does not answer")).isFalse();
        assertThat(stopped.reason(new Team("b"))).isEmpty();
    }

    private boolean update(TeamHealth health, String detail) {
        return stopped.update(List.of(
                new TeamStatus(new Team("a"), TeamHealth.RUNNING, "RUNNING", 0),
                new TeamStatus(new Team("b"), health, detail, 0)));
    }
}
