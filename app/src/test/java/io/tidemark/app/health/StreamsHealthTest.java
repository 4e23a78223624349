package io.tidemark.app.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.schemas.Team;
import io.tidemark.streams.host.TeamHealth;
import io.tidemark.streams.host.TeamStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamsHealthTest {
    private static final String WHY =
            "this machine is slow: a transaction of the streams took 9 s and may take 20 s; results are late, none is lost";

    @ParameterizedTest
    @CsvSource({"DEGRADED,DEGRADED", "WAITING,DEGRADED", "FAILED,FAILED"})
    void aTeamThatIsNotWellSaysWhy(TeamHealth team, HealthState expected) {
        assertThat(StreamsHealth.part(new TeamStatus(new Team("alpha"), team, WHY, 0)))
                .isEqualTo(new ComponentHealth("streams/alpha", expected, WHY));
    }

    @Test
    void oneThatRunsIsReady() {
        assertThat(StreamsHealth.part(new TeamStatus(new Team("alpha"), TeamHealth.RUNNING, "RUNNING", 3)))
                .isEqualTo(ComponentHealth.ready("streams/alpha"));
    }
}
