package io.tidemark.streams;

import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.objective;
import static io.tidemark.streams.Given.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.SloBreach;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetter;
import io.tidemark.streams.meter.StreamsMeter;
import io.tidemark.streams.meter.TeamMeters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A team with room for ten series: eight of single classes, and two more of all classes together. */
class SeriesLimitTest {
    private static final int MAX = 10;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @TempDir
    private Path stateDir;

    private TeamDriver team;
    private long sent;

    @BeforeEach
    void start() {
        team = new TeamDriver(stateDir, new TeamMeters(registry, TeamDriver.TEAM), MAX);
    }

    @AfterEach
    void stop() {
        team.close();
    }

    @Test
    void classesBeyondTheRoomAreCountedAsOtherAndNothingIsMissingFromAll() {
        for (int i = 0; i < 100; i++) {
            send("class-" + i, 0.0);
        }
        announce(5);

        Map<String, Long> counts = counts();
        // "all" took a place first, so seven classes have one of their own.
        assertThat(counts)
                .containsEntry("all", 100L)
                .containsEntry("other", 93L)
                .containsEntry("class-6", 1L);
        assertThat(counts).hasSize(1 + 7 + 1).doesNotContainKey("class-7");
        assertThat(series()).isEqualTo(9);
        assertThat(overLimit("as_other")).isGreaterThanOrEqualTo(93);
        assertThat(overLimit("nowhere")).isZero();
    }

    @Test
    void aClassThatHadRoomGoesOnWhenThereIsNoMore() {
        send("chat", 0.0);
        for (int i = 0; i < 50; i++) {
            send("class-" + i, 1.0);
        }
        send("chat", 2.0);
        announce(5);

        assertThat(counts()).containsEntry("chat", 2L).containsEntry("all", 52L);
    }

    @Test
    void aClassThatAnObjectiveAsksForAlwaysHasRoom() {
        team.send(Given.control(
                objective(MetricName.E2E, 0.5, 100).setRequestClass("judged").build()));
        for (int i = 0; i < 50; i++) {
            send("class-" + i, 0.0);
        }
        send("judged", 0.0);
        announce(5);

        assertThat(counts()).containsEntry("judged", 1L);
    }

    @Test
    void targetsBeyondTheRoomGetNoWindowsAndAreCounted() {
        for (int i = 0; i < 50; i++) {
            team.send(ok(sent++, 0.0, 100, 200).setTarget("target-" + i).build());
        }
        announce(5);

        List<String> targets =
                windows().stream().map(WindowStats::getTarget).distinct().toList();
        assertThat(targets).hasSize(MAX);
        assertThat(overLimit("nowhere")).isPositive();
        assertThat(series()).isEqualTo(MAX);
    }

    @Test
    void heartbeatsOfARunThatFindsNoSeriesAreDeadLetters() {
        for (int i = 0; i < MAX; i++) {
            team.send(ok(sent++, 0.0, 100, 200).setTarget("target-" + i).build());
        }
        String later = "01JABCDEFGHJKMNPQRSTVWXYZ9";
        team.send(heartbeat(1, 0, 0).setRun(later).build());

        assertThat(team.records(Topic.DEAD_LETTERS)).singleElement().satisfies(letter -> {
            assertThat(letter.key()).as("where it was read").isEqualTo(Topic.HEARTBEATS.in(TeamDriver.TEAM));
            assertThat(DeadLetter.reason(letter.headers()))
                    .isEqualTo(
                            "OVER_LIMIT: a run of the team must have a series at least, but all 10 (--series) are taken");
        });
    }

    @Test
    void definitionsOfRunsThatFindNoSeriesAreDeadLettersOnceThereIsNoRoomForThem() {
        for (int i = 0; i < MAX; i++) {
            team.send(ok(sent++, 0.0, 100, 200).setTarget("target-" + i).build());
        }
        team.pass(Duration.ofSeconds(1));
        for (int i = 1; i <= 5; i++) {
            team.send(Given.control(Given.step(0)
                    .setRun("01JABCDEFGHJKMNPQRSTVWXYZ" + i)
                    .setFlags(Collections.nCopies(230, "x".repeat(4_000)))
                    .build()));
        }

        assertThat(team.records(Topic.DEAD_LETTERS)).singleElement().satisfies(letter -> {
            assertThat(letter.key()).isEqualTo("run-state");
            assertThat(DeadLetter.reason(letter.headers()))
                    .startsWith("OVER_LIMIT: a run of the team must have a series at least");
        });
    }

    @Test
    void aClassThatIsIdleGivesItsPlaceBackAndIsWholeWhenItComesBack() {
        send("early", 0.0);
        send("early", 1.0);
        for (int second = 0; second < 800; second += 10) {
            send("steady", second);
            announce(second + 9);
            team.pass(Duration.ofSeconds(9));
        }
        assertThat(series()).isEqualTo(2); // steady, and all of them together

        send("early", 800.0);
        announce(805);
        team.pass(Duration.ofSeconds(6));
        assertThat(series()).isEqualTo(3);
        assertThat(counts()).containsEntry("early", 3L).containsEntry("all", 83L);
    }

    @Test
    void labelsWithoutEndKeepNoMoreSeriesThanThereIsRoomFor() {
        for (int i = 0; i < 3_000; i++) {
            send("random-" + i, i / 1000.0);
        }
        announce(5);

        assertThat(series()).isEqualTo(9);
        assertThat(counts()).containsEntry("all", 3_000L).hasSize(9);
    }

    @Test
    void onlySeriesThatChangedAreSent() {
        send("first", 0.0);
        send("second", 0.0);
        announce(2);
        windows();

        send("first", 3.0);
        announce(5);
        Map<String, Long> sentAgain = new HashMap<>();
        windows().stream()
                .filter(window -> window.getFinality() == Finality.FINAL)
                .forEach(window -> sentAgain.merge(window.getRequestClass(), 1L, Long::sum));
        assertThat(sentAgain).containsOnlyKeys("first", "all");
    }

    @Test
    void aRunThatGetsItsPlaceLaterIsJudgedByWhatWasSaidOfItBefore() {
        team.send(Given.control(Given.run().setEnded(Given.at(1)).build()));
        for (int i = 0; i < MAX; i++) {
            team.send(ok(sent++, 0.0, 100, 200).setTarget("target-" + i).build());
        }
        announce(5);
        String later = "01JABCDEFGHJKMNPQRSTVWXYZ9";
        team.send(Given.control(Given.run().setRun(later).build()));
        team.send(Given.control((Object)
                Given.change(objective(MetricName.E2E, 0.5, 100).build(), 0)
                        .setRun(later)
                        .build()));
        team.send(ok(0, 3.0, 100, 200).setRun(later).build());
        assertThat(overLimit("nowhere")).isPositive();

        team.pass(Duration.ofMinutes(11)); // the first run is forgotten: its places are free
        assertThat(series()).isZero();
        team.send(ok(1, 660.0, 100, 200).setRun(later).build());
        team.send(heartbeat(665, 0, 1).setRun(later).build());
        team.pass(Duration.ofSeconds(6));
        assertThat(team.read(Topic.BREACHES, SloBreach.class))
                .isNotEmpty()
                .allSatisfy(breach -> assertThat(breach.getRun()).isEqualTo(later));
    }

    private void send(String requestClass, double dueSecond) {
        team.send(ok(sent++, dueSecond, 100, 200).setRequestClass(requestClass).build());
    }

    private void announce(int throughSecond) {
        team.send(heartbeat(throughSecond, 0, sent).build());
        team.pass(Duration.ofSeconds(1));
    }

    /** Requests by class in the last FINAL window over the whole step. */
    private Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        windows().stream()
                .filter(window -> window.getFinality() == Finality.FINAL && window.getWindowSeconds() == 0)
                .filter(window -> window.getMetric() == MetricName.E2E)
                .forEach(window -> counts.put(window.getRequestClass(), window.getCount()));
        return counts;
    }

    private List<WindowStats> windows() {
        return team.read(Topic.WINDOWS, WindowStats.class);
    }

    private double series() {
        return registry.get(StreamsMeter.SERIES.id()).gauge().value();
    }

    private double overLimit(String counted) {
        return registry.get(StreamsMeter.OVER_LIMIT.id())
                .tag("counted", counted)
                .counter()
                .count();
    }
}
