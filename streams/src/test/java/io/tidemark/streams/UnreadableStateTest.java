package io.tidemark.streams;

import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.ok;
import static io.tidemark.streams.Given.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetter;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State that the program fails on when a host starts: the run is given up, and the team goes on. */
class UnreadableStateTest {
    private static final String BROKEN = Given.RUN.substring(0, 25) + "1";

    @TempDir
    Path stateDir;

    private TeamDriver team;

    @BeforeEach
    void start() {
        team = new TeamDriver(stateDir.resolve("first"));
    }

    @AfterEach
    void close() {
        team.close();
    }

    @Test
    void aSavedRunThatCannotBeReadIsGivenUpAndOthersGoOn() {
        team.send(Given.control(run().setRun(BROKEN).build()));
        team.send(Given.control(run().build()));
        team.send(ok(0, 0, 100, 200).build());
        team.pass(Duration.ofSeconds(1));

        team = team.killedWith(stateDir.resolve("next"), Given.at(1), BROKEN + "/STEP/no-number/x", new byte[] {1});
        team.send(Given.control(run().setRun(BROKEN).build()));
        team.send(ok(1, 1, 100, 200).build());
        team.send(heartbeat(5, 0, 2).build());
        team.pass(Duration.ofSeconds(6));

        assertThat(team.records(Topic.DEAD_LETTERS))
                .extracting(letter -> DeadLetter.reason(letter.headers()))
                .singleElement()
                .asString()
                .startsWith("DEFECT")
                .contains("run " + BROKEN, "NumberFormatException", "it is given up");
        assertThat(team.read(Topic.WINDOWS, WindowStats.class))
                .filteredOn(window -> window.getRun().equals(Given.RUN))
                .anyMatch(window -> window.getFinality() == Finality.FINAL && window.getCount() == 2);

        team = team.killed(stateDir.resolve("last"), Given.at(8));
        team.pass(Duration.ofSeconds(2));
        assertThat(team.records(Topic.DEAD_LETTERS)).isEmpty();
    }
}
