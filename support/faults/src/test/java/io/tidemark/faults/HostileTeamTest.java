package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * "No team touches another" ({@code StreamsHost}): a team's hostile producer changes no window of the other team of the host. The short form of
 * {@code bench/run hostile}. Another seed, fewer kinds of records or another length with {@code -Dtidemark.hostile.seed}, {@code kinds} and
 * {@code seconds}.
 */
@Tag("integration")
class HostileTeamTest {
    private static final int CALM_SECONDS = 10;

    @TempDir
    private Path folder;

    @Test
    void aHostileTeamChangesNoWindowOfAnotherAndItsOwnNextRunIsExactToo() throws Exception {
        HostileTeam.Outcome outcome = new HostileTeam(
                        folder,
                        new HostileTeam.Settings(
                                Long.getLong("tidemark.hostile.seed", 46),
                                CALM_SECONDS,
                                Integer.getInteger("tidemark.hostile.seconds", 40),
                                HostileTeam.kinds(System.getProperty("tidemark.hostile.kinds", ""))))
                .run();
        System.out.println(outcome.report());

        assertThat(outcome.victim().wrongWindows()).as("the victim's windows").isEmpty();
        assertThat(outcome.victim().doubledWindows()).as("the victim's windows").isEmpty();
        assertThat(outcome.victim().wrongStep()).as("the victim's step").isEmpty();
        assertThat(outcome.attacker().wrongWindows())
                .as("the attacker's windows")
                .isEmpty();
        assertThat(outcome.attacker().wrongStep()).as("the attacker's step").isEmpty();
        assertThat(outcome.ends()).as("ends of an application or of the host").isZero();
        assertThat(outcome.unanswered()).as("requests that the registry left").isZero();
    }
}
