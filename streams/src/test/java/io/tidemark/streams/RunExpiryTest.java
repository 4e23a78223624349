package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.RunStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is over leaves the stores of a team, whatever else goes on. */
class RunExpiryTest {
    private static final int MINUTE = 60;

    @TempDir
    private Path stateDir;

    @Test
    void aRunThatNeverEndedIsForgottenThoughItsServerIsScrapedOn() {
        try (TeamDriver team = new TeamDriver(stateDir)) {
            team.send(Given.control(Given.run().build()));
            team.send(beat());
            scrapeFor(team, 0, Duration.ofHours(2));
            assertThat(team.stores().runs()).isNotEmpty();
            assertThat(bindings(team)).hasSize(1);

            scrapeFor(team, (int) Duration.ofHours(2).toSeconds(), Duration.ofHours(24));
            assertThat(team.stores().runs()).isEmpty();
            assertThat(bindings(team)).isEmpty();
            assertThat(team.stores().targets()).as("for runs that come later").isNotEmpty();
        }
    }

    @Test
    void aTargetThatNobodyDrivesOrScrapesIsForgotten() {
        try (TeamDriver team = new TeamDriver(stateDir)) {
            team.send(Given.control(Given.run().build()));
            scrapeFor(team, 0, Duration.ofHours(1));
            team.send(Given.control(Given.run()
                    .setEnded(TeamDriver.EPOCH.plus(Duration.ofHours(1)))
                    .setStatus(RunStatus.ENDED)
                    .build()));
            hours(team, 6 * 24);
            assertThat(team.stores().targets()).isNotEmpty();
            hours(team, 2 * 24);
            assertThat(team.stores().targets()).isEmpty();
        }
    }

    @Test
    void runsOfATargetWithoutAPageAreUnbound() {
        try (TeamDriver team = new TeamDriver(stateDir)) {
            for (int run = 0; run < 5; run++) {
                Instant ended = TeamDriver.EPOCH.plusSeconds(run);
                team.send(Given.control(Given.run()
                        .setRun("run-" + run)
                        .setEnded(ended)
                        .setStatus(RunStatus.ENDED)
                        .build()));
            }
            assertThat(bindings(team)).hasSize(5);
            hours(team, 8 * 24);
            assertThat(team.stores().targets()).isEmpty();
        }
    }

    private static void scrapeFor(TeamDriver team, int fromSecond, Duration time) {
        for (int second = fromSecond; second < fromSecond + time.toSeconds(); second += MINUTE) {
            team.send(
                    Given.sample(second, Map.of("engine.requests.waiting", 1.0)).build());
            team.advanceOnly(Duration.ofSeconds(MINUTE));
        }
    }

    private static Heartbeat beat() {
        return Given.heartbeat(0.5, 0, 0).build();
    }

    private static void hours(TeamDriver team, int hours) {
        for (int hour = 0; hour < hours; hour++) {
            team.advanceOnly(Duration.ofHours(1));
        }
    }

    private static Set<String> bindings(TeamDriver team) {
        Set<String> keys = team.stores().targets().keySet();
        keys.removeIf(key -> !key.startsWith("run/"));
        return keys;
    }
}
