package io.tidemark.streams;

import static io.tidemark.streams.Given.LANE;
import static io.tidemark.streams.Given.TARGET;
import static io.tidemark.streams.Given.at;
import static io.tidemark.streams.Given.control;
import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.ok;
import static io.tidemark.streams.Given.run;
import static io.tidemark.streams.Given.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StepResultsTest {
    private static final String MORE_FLAGS = "and 251 more, for which a result has no room";

    @TempDir
    private Path stateDir;

    private TeamDriver team;

    @BeforeEach
    void start() {
        team = new TeamDriver(stateDir);
    }

    @AfterEach
    void stop() {
        team.close();
    }

    /** 1,000 requests in a second, then one a second: ten of them are one per cent. */
    @Test
    void anInterimResultWaitsUntilItHoldsOnePerCentMoreRequestsButForAMinuteAtMost() {
        team.send(control(run().build()));
        team.send(control(step(0).build()));
        for (int number = 0; number < 1_000; number++) {
            team.send(ok(number, 0.5, 100, 50).build());
        }
        team.pass(Duration.ofSeconds(6));
        assertThat(all()).last().extracting(StepResult::getDue).isEqualTo(1_000L);

        int before = all().size();
        for (int second = 6; second < 14; second++) {
            team.send(ok(994 + second, second + 0.5, 100, 50).build());
            team.pass(Duration.ofSeconds(1));
        }
        assertThat(all()).as("after 8 more requests in 8 s").hasSize(before);
        team.send(ok(1_008, 14.5, 100, 50).build());
        team.send(ok(1_009, 14.6, 100, 50).build());
        team.pass(Duration.ofSeconds(2));
        assertThat(all()).as("after 10 more requests").hasSize(before + 1);
        assertThat(all()).last().extracting(StepResult::getDue).isEqualTo(1_010L);

        team.send(ok(1_010, 16.5, 100, 50).build());
        team.pass(Duration.ofSeconds(30));
        assertThat(all()).as("after one more request in 30 s").hasSize(before + 1);
        team.pass(Duration.ofSeconds(31));
        assertThat(all()).last().extracting(StepResult::getDue).isEqualTo(1_011L);
    }

    private List<StepResult> all() {
        return team.seen(Topic.STEPS, StepResult.class);
    }

    @Test
    void aResultThatWasShownWithEveryCountInItIsSaidToBeFinalWhenItsSecondsAre() {
        team.send(control(run().build()));
        team.send(control(step(0).setMeasureUntil(at(2))
                .setEnded(at(3))
                .setRequestsByLane(Map.of(LANE, 1L))
                .setMeasuredByLane(Map.of(LANE, 1L))
                .build()));
        team.send(ok(0, 1.5, 100, 50).build());
        team.send(heartbeat(1, 0, 1).build()); // second 1, in which it ended, is not announced yet
        team.pass(Duration.ofSeconds(2));
        assertThat(results()).isNotEmpty().allSatisfy(result -> {
            assertThat(result.getFinality()).isEqualTo(Finality.PROVISIONAL);
            assertThat(result.getOk()).isEqualTo(1);
        });

        team.send(heartbeat(10, 0, 1).build()); // nothing new but the announcement
        team.pass(Duration.ofSeconds(2));
        assertThat(results()).last().satisfies(result -> {
            assertThat(result.getFinality()).isEqualTo(Finality.FINAL);
            assertThat(result.getOk()).isEqualTo(1);
        });
    }

    @Test
    void ofMoreFlagsThanAResultHasRoomForTheFirstAreThere() {
        List<String> flags = Collections.nCopies(255, "f".repeat(4_096));
        team.send(control(run().build()));
        team.send(control(step(0).setFlags(flags).setInvalidReasons(flags).build()));
        team.send(ok(0, 1.5, 100, 50).build());
        team.pass(Duration.ofSeconds(20));

        assertThat(team.records(Topic.DEAD_LETTERS)).isEmpty();
        assertThat(results())
                .isNotEmpty()
                .allSatisfy(result -> assertThat(result.getFlags())
                        .startsWith(flags.get(0), flags.get(0), flags.get(0), flags.get(0), MORE_FLAGS)
                        .endsWith(
                                "INVALID, so it is ignored: " + flags.get(0),
                                "INVALID, so it is ignored: " + MORE_FLAGS));
    }

    @Test
    void nothingIsPublishedOfAStepBeforeItsDefinitionNamesTargetAndLoad() {
        team.send(control(run().build()));
        team.send(ok(0, 1.5, 100, 50).build());
        team.send(heartbeat(5, 0, 1).build());
        team.pass(Duration.ofSeconds(20));
        assertThat(results()).isEmpty();

        team.send(control(step(0).build()));
        team.pass(Duration.ofSeconds(20));
        assertThat(results()).isNotEmpty().allSatisfy(result -> {
            assertThat(result.getTarget()).isEqualTo(TARGET);
            assertThat(result.getLoadKind()).isNotEqualTo(LoadKind.UNKNOWN);
            assertThat(result.getOk()).isEqualTo(1);
        });
    }

    private List<StepResult> results() {
        return team.read(Topic.STEPS, StepResult.class);
    }
}
