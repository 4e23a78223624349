package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.faults.HostileRecords.Kind;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.deadletter.DeadLetterCode;
import io.tidemark.streams.host.TeamHealth;
import io.tidemark.streams.host.TeamStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * "No team touches another" ({@code StreamsHost}): a team's hostile producer changes no window of the other team of the host. The short form of
 * {@code bench/run hostile}, which looks at times as well. Another seed, fewer kinds of records or another length with
 * {@code -Dtidemark.hostile.seed}, {@code kinds} and {@code seconds}.
 */
@Tag("integration")
class HostileTeamTest {
    /**
     * Without OBJECTIVES_X_SERIES, SECONDS, SKETCHES, FAN_OUT and CLASSES: each byte of these asks for so much work, or for so many windows, that two
     * busy cores take minutes to work them off.
     */
    private static final String KINDS =
            "POISON,EXTREMES,FOREIGN_SCHEMAS,UNKNOWN_IDS,LANES,SAMPLES,DEFINITIONS,SPARSE_NUMBERS,LARGE_RESULT,"
                    + "SPARSE_LANES,PHASES,NAMES,SKEW,HEARTBEATS,REGISTRY";

    @TempDir
    private Path folder;

    @Test
    void aHostileTeamChangesNoWindowOfAnotherAndItsOwnNextRunIsExactToo() throws Exception {
        Set<Kind> kinds = HostileTeam.kinds(System.getProperty("tidemark.hostile.kinds", KINDS));
        HostileTeam.Outcome outcome = new HostileTeam(
                        folder,
                        new HostileTeam.Settings(
                                Long.getLong("tidemark.hostile.seed", 46),
                                kinds,
                                HostileTeam.Scale.ofSeconds(Integer.getInteger("tidemark.hostile.seconds", 30))))
                .run();
        System.out.println(outcome.report());

        assertThat(outcome.victim().wrongWindows()).as("the victim's windows").isEmpty();
        assertThat(outcome.victim().doubledWindows()).as("the victim's windows").isEmpty();
        assertThat(outcome.victim().wrongStep()).as("the victim's step").isEmpty();
        assertThat(outcome.attacker().wrongWindows())
                .as("the attacker's windows")
                .isEmpty();
        assertThat(outcome.attacker().wrongStep()).as("the attacker's step").isEmpty();
        assertThat(outcome.isFlat())
                .as("the host's heap, less what is allowed, is %.1f of what it was", outcome.heapGrowth())
                .isTrue();
        assertThat(outcome.restarts())
                .as("ends and restarts of an application or a thread")
                .isEmpty();
        assertThat(outcome.hostEnded()).as("the host ended").isFalse();
        assertThat(outcome.deadLetters().containsKey(DeadLetterCode.WRONG_SCHEMA.name()))
                .as("foreign schemas are looked up: %s", outcome.deadLetters())
                .isEqualTo(kinds.contains(Kind.FOREIGN_SCHEMAS));
        assertThat(outcome.unanswered()).as("requests that the registry left").isZero();
    }

    @Test
    void anEndASecondStartAndAFailedThreadAreRestartsOfEitherTeam() {
        TeamStatus well = status("victim", TeamHealth.RUNNING, 0);
        TeamStatus late = status("victim", TeamHealth.DEGRADED, 0);
        TeamStatus replaced = status("victim", TeamHealth.RUNNING, 1);
        TeamStatus joining = status("attacker", TeamHealth.STARTING, 0);
        TeamStatus ended = status("attacker", TeamHealth.FAILED, 0);
        String printed = "10:00:00 %s 10:00:01 %s 10:00:02 %s"
                .formatted(List.of(joining, well), List.of(ended, late), List.of(joining, replaced));

        assertThat(HostileTeam.restarts(printed))
                .containsExactly(joining.toString(), ended.toString(), replaced.toString());
    }

    private static TeamStatus status(String team, TeamHealth health, long failures) {
        return new TeamStatus(new Team(team), health, "one, two", failures);
    }
}
