package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import io.tidemark.streams.meter.StreamsMeter;
import io.tidemark.streams.meter.TeamMeters;
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
                        .setRun("01JABCDEFGHJKMNPQRSTVWXYZ" + run)
                        .setEnded(ended)
                        .setStatus(RunStatus.ENDED)
                        .build()));
            }
            assertThat(bindings(team)).hasSize(5);
            hours(team, 8 * 24);
            assertThat(team.stores().targets()).isEmpty();
        }
    }

    @Test
    void whatComesForARunThatIsForgottenChangesNoResult() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (TeamDriver team = new TeamDriver(stateDir, new TeamMeters(registry, TeamDriver.TEAM))) {
            runAndEnd(team);
            minutes(team, 12);
            assertThat(team.stores().runs().keySet())
                    .singleElement()
                    .satisfies(key -> assertThat(key).startsWith(Given.RUN + "/"));
            int windows = team.seen(Topic.WINDOWS, WindowStats.class).size();
            int steps = team.seen(Topic.STEPS, StepResult.class).size();
            assertThat(windows).isPositive();

            sendSpool(team);

            assertThat(team.seen(Topic.WINDOWS, WindowStats.class)).hasSize(windows);
            assertThat(team.seen(Topic.STEPS, StepResult.class)).hasSize(steps);
            assertThat(registry.get(StreamsMeter.SET_ASIDE.id()).counter().count())
                    .isEqualTo(10);
        }
    }

    @Test
    void aRunThatIsForgottenIsKnownAfterARestart() {
        TeamDriver first = new TeamDriver(stateDir);
        runAndEnd(first);
        minutes(first, 12);
        int windows = first.seen(Topic.WINDOWS, WindowStats.class).size();
        assertThat(windows).isPositive();
        try (TeamDriver second = first.killed(stateDir, Given.at(13 * MINUTE))) {
            sendSpool(second);
            assertThat(second.seen(Topic.WINDOWS, WindowStats.class)).hasSize(windows);
        }
    }

    @Test
    void aRunOfWhichNothingWasCountedMayBeginLater() {
        try (TeamDriver team = new TeamDriver(stateDir)) {
            team.send(Given.control(
                    Given.run().setEnded(Given.at(5)).setStatus(RunStatus.ENDED).build()));
            minutes(team, 11);
            assertThat(team.stores().runs()).isEmpty();
            sendSpool(team);
            assertThat(team.seen(Topic.WINDOWS, WindowStats.class)).isNotEmpty();
        }
    }

    /** Twenty requests, one a second. */
    private static void runAndEnd(TeamDriver team) {
        team.send(Given.control(Given.run().build()));
        team.send(Given.control(Given.step(0).build()));
        for (int second = 0; second < 20; second++) {
            team.send(Given.ok(second, second, 100, 200).build());
            team.send(Given.heartbeat(second + 1, 0, second + 1).build());
            team.pass(Duration.ofSeconds(1));
        }
        team.send(Given.heartbeat(21, 0, 20).setClosing(true).build());
        team.send(Given.control(
                Given.run().setEnded(Given.at(21)).setStatus(RunStatus.ENDED).build()));
    }

    private static void sendSpool(TeamDriver team) {
        for (int number = 0; number < 10; number++) {
            team.send(Given.ok(number, number, 100, 200).setLane("late").build());
        }
        team.send(Given.heartbeat(12, 0, 10).setLane("late").setClosing(true).build());
        team.pass(Duration.ofSeconds(20));
    }

    private static void minutes(TeamDriver team, int minutes) {
        for (int minute = 0; minute < minutes; minute++) {
            team.advanceOnly(Duration.ofMinutes(1));
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
