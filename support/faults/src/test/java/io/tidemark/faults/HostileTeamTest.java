package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
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
    /** Those that ask for much work of each record are in the long form: two busy cores take minutes to work them off. */
    private static final String KINDS =
            "POISON,EXTREMES,FOREIGN_SCHEMAS,UNKNOWN_IDS,LANES,SAMPLES,DEFINITIONS,SPARSE_NUMBERS,REGISTRY";

    @TempDir
    private Path folder;

    @Test
    void aHostileTeamChangesNoWindowOfAnotherAndItsOwnNextRunIsExactToo() throws Exception {
        HostileTeam.Outcome outcome = new HostileTeam(
                        folder,
                        new HostileTeam.Settings(
                                Long.getLong("tidemark.hostile.seed", 46),
                                HostileTeam.kinds(System.getProperty("tidemark.hostile.kinds", KINDS)),
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
        assertThat(outcome.ends()).as("ends of an application or of the host").isZero();
        assertThat(outcome.unanswered()).as("requests that the registry left").isZero();
    }
}
