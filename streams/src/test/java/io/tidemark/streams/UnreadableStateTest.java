package io.tidemark.streams;

import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.ok;
import static io.tidemark.streams.Given.run;
import static io.tidemark.streams.Given.sample;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State that the program fails on when a host starts: the run, or the entry, is given up, and the team goes on. */
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

        team = team.killedWith(
                stateDir.resolve("next"),
                Given.at(1),
                stores -> stores.runs().put(BROKEN + "/STEP/no-number/x", new byte[] {1}));
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

    @Test
    void aSavedSecondThatIsTruncatedIsNoReasonToEndTheTeam() {
        team.send(Given.control(run().setRun(BROKEN).build()));
        team.pass(Duration.ofSeconds(1));

        team = team.killedWith(
                stateDir.resolve("next"),
                Given.at(1),
                stores -> stores.runs().put(BROKEN + "/SECOND/" + Given.at(0).getEpochSecond(), new byte[] {1}));
        team.pass(Duration.ofSeconds(2));

        assertThat(reasons()).singleElement().asString().startsWith("DEFECT").contains("truncated", "it is given up");
    }

    @Test
    void aSavedSampleThatCannotBeReadIsDroppedAndItsTargetGoesOn() {
        team.send(Given.control(run().build()));
        team.send(sample(0, Map.of("queue_depth", 1.0)).build());
        team.pass(Duration.ofSeconds(1));

        team = team.killedWith(stateDir.resolve("next"), Given.at(1), stores -> {
            stores.targets().replaceAll((key, bytes) -> key.startsWith("sample/") ? truncated(bytes) : bytes);
            stores.runs().keySet().removeIf(key -> key.contains("/SAMPLE/"));
        });
        team.send(sample(1, Map.of("queue_depth", 2.0)).build());

        assertThat(reasons()).singleElement().asString().startsWith("DEFECT");
        assertThat(team.stores().runs().keySet())
                .filteredOn(key -> key.startsWith(Given.RUN + "/SAMPLE/"))
                .hasSize(1);

        team = team.killed(stateDir.resolve("last"), Given.at(2));
        team.send(sample(2, Map.of("queue_depth", 3.0)).build());
        assertThat(reasons()).isEmpty();
    }

    @Test
    void aSavedSegmentThatCannotBeReadIsDroppedWhenOldOnesAre() {
        team.sendToExperiment(Given.result(Given.RUN, "soak").setSegment(0).build());
        team = team.killedWith(
                stateDir.resolve("next"),
                Given.at(1),
                stores -> stores.comparisons().replaceAll((key, bytes) -> truncated(bytes)));
        team.advanceOnly(Duration.ofHours(1));

        assertThat(reasons()).singleElement().asString().startsWith("DEFECT");
        assertThat(team.stores().comparisons()).isEmpty();
        team.sendToExperiment(Given.result(Given.RUN, "soak").setSegment(1).build());
        assertThat(reasons()).isEmpty();
        assertThat(team.stores().comparisons()).hasSize(1);
    }

    private static byte[] truncated(byte[] bytes) {
        return Arrays.copyOf(bytes, bytes.length - 1);
    }

    private List<String> reasons() {
        return team.records(Topic.DEAD_LETTERS).stream()
                .map(letter -> DeadLetter.reason(letter.headers()))
                .toList();
    }
}
