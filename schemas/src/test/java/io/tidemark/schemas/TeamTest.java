package io.tidemark.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TeamTest {
    private static final Team PERF = new Team("perf");

    @Test
    void whatATeamHasBeginsWithItsPrefixAndThatOfAnotherDoesNot() {
        assertThat(Topic.STEPS.in(PERF)).startsWith(PERF.prefix());
        assertThat(PERF.applicationId()).startsWith(PERF.prefix());
        assertThat(Topic.STEPS.in(new Team("perf-2"))).doesNotStartWith(PERF.prefix());
    }

    @Test
    void theOwnerOfAResourceIsInItsName() {
        assertThat(Team.owner("tidemark.perf.streams-3-changelog")).contains(PERF);
        assertThat(Team.owner("tidemark.archive")).isEmpty();
        assertThat(Team.owner("tidemark.Perf.steps")).isEmpty();
        assertThat(Team.owner("other.perf.steps")).isEmpty();
    }
}
