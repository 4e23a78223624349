package io.tidemark.streams;

import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.objective;
import static io.tidemark.streams.Given.ok;
import static io.tidemark.streams.Given.run;
import static io.tidemark.streams.Given.sample;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.MetricName;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepState;
import io.tidemark.events.TargetRef;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetter;
import io.tidemark.streams.meter.StreamsMeter;
import io.tidemark.streams.meter.TeamMeters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A producer that names more than a team may, beside a run of the same team that goes on. */
class TeamLimitsTest {
    /** Places for series, and so for runs. */
    private static final int MAX_RUNS = 10;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @TempDir
    private Path stateDir;

    private TeamDriver team;

    @BeforeEach
    void start() {
        team = new TeamDriver(stateDir, new TeamMeters(registry, TeamDriver.TEAM), MAX_RUNS);
        team.send(Given.control(run().build()));
    }

    @AfterEach
    void stop() {
        team.close();
    }

    /** Ids as old as that of the run that goes on. */
    private static String runId(int number) {
        return Given.RUN.substring(0, 20) + String.format(Locale.ROOT, "%06d", number);
    }

    @Test
    void aRunOfAQuarterOfAMillionLanesIsADeadLetter() {
        List<String> lanes =
                IntStream.range(0, 250_000).mapToObj(Integer::toString).toList();
        team.send(Given.control(run().setRun(runId(0)).setLanes(lanes).build()));

        assertThat(reasons())
                .containsExactly("OVER_LIMIT: lanes must be at most 4096 (limit run.lanes) but was 250000");
        assertThat(overLimit(TeamLimit.LANES_PER_RUN)).isEqualTo(1);
        assertTheOtherRunGoesOn(1);
    }

    @Test
    void lanesOfHeartbeatsCountToo() {
        for (int lane = 0; lane < TeamLimit.LANES_PER_RUN.most() + 10; lane++) {
            team.send(
                    heartbeat(0, 0, 0).setRun(runId(0)).setLane("lane-" + lane).build());
        }

        assertThat(reasons())
                .hasSize(10)
                .allMatch(reason -> reason.contains("run.lanes of run " + runId(0) + " must be at most 4096"));
        assertTheOtherRunGoesOn(1);
    }

    @Test
    void lanesOfEventsBeyondTheRoomAreNotKeptAndTheirRequestsCount() {
        for (int lane = 0; lane < TeamLimit.LANES_PER_RUN.most() + 10; lane++) {
            team.send(ok(0, 0, 100, 200).setLane("lane-" + lane).build());
        }
        team.pass(Duration.ofSeconds(1));

        assertThat(overLimit(TeamLimit.LANES)).isEqualTo(10);
        team.pass(Duration.ofSeconds(40));
        assertThat(team.read(Topic.WINDOWS, WindowStats.class))
                .filteredOn(window -> window.getMetric() == MetricName.E2E && window.getWindowSeconds() == 0)
                .last()
                .satisfies(window -> assertThat(window.getCount()).isEqualTo(TeamLimit.LANES_PER_RUN.most() + 10L));
    }

    @Test
    void aSampleOfAMegabyteIsADeadLetter() {
        Map<String, Double> values =
                IntStream.range(0, 60_000).boxed().collect(Collectors.toMap(i -> "value-" + i, i -> 1.0));
        team.send(sample(0, values).build());

        assertThat(reasons()).singleElement().asString().startsWith("OVER_LIMIT: the sample must be at most 65536");
        assertTheOtherRunGoesOn(1);
    }

    @Test
    void aSmallSampleOfManyValuesIsADeadLetter() {
        Map<String, Double> values =
                IntStream.range(0, 1_001).boxed().collect(Collectors.toMap(i -> "v" + i, i -> 1.0));
        team.send(sample(0, values).build());

        assertThat(reasons())
                .containsExactly("OVER_LIMIT: values must be at most 1000 (limit sample.values) but was 1001");
    }

    @Test
    void runsOfHeartbeatsBetweenStepsAreRuns() {
        for (int i = 0; i < 10_000; i++) {
            team.send(heartbeat(0, 0, 0).setRun(runId(i)).setStep(-1).build());
        }
        team.pass(Duration.ofSeconds(1));

        assertThat(registry.get(StreamsMeter.RUNS.id()).gauge().value()).isEqualTo(MAX_RUNS);
        assertThat(reasons())
                .hasSize(10_000 - (MAX_RUNS - 1))
                .allMatch(reason -> reason.equals("OVER_LIMIT: runs of the team must be at most 10 but would be 11"));
        assertTheOtherRunGoesOn(2);
    }

    @Test
    void runsThatAreSilentForAMinuteGiveWayToRunsThatBegin() {
        fillWithRuns();
        team.pass(Duration.ofSeconds(50));
        team.send(heartbeat(50, 0, 0).build());
        team.send(beatOf(runId(1_000)));
        assertThat(reasons()).as("silent for less than a minute").hasSize(1);

        team.pass(Duration.ofSeconds(20));
        for (int i = 1_001; i < 1_001 + MAX_RUNS; i++) {
            team.send(beatOf(runId(i)));
        }
        assertThat(reasons())
                .as("all but the run that is not silent give way, and those that began do not")
                .hasSize(1);
        assertThat(gaveWay()).isEqualTo(MAX_RUNS - 1);
        assertTheOtherRunGoesOn(71);
    }

    @Test
    void aRunThatBeginsHasItsClassesAfterOthersTookTheSeries() {
        for (int i = 0; i < MAX_RUNS; i++) {
            team.send(ok(i, 0, 100, 200).setRun(runId(0)).setStep(i).build());
        }
        team.pass(Duration.ofMinutes(2));
        team.send(ok(0, 119, 100, 200).setRequestClass("chat").build());
        team.pass(Duration.ofSeconds(2));

        assertThat(team.read(Topic.WINDOWS, WindowStats.class))
                .filteredOn(window -> window.getRun().equals(Given.RUN))
                .extracting(WindowStats::getRequestClass)
                .contains("chat");
        assertThat(gaveWay()).isEqualTo(1);
    }

    @Test
    void definitionsOfSilentRunsGiveWay() {
        fillWithDefinitions();
        assertThat(reasons()).isNotEmpty();

        team.pass(Duration.ofSeconds(65));
        team.send(Given.control(largeStep(runId(1_000), 0)));
        assertThat(reasons()).isEmpty();
        assertThat(gaveWay()).isEqualTo(1);
    }

    @Test
    void lanesOfSilentRunsGiveWay() {
        List<String> lanes = IntStream.range(0, TeamLimit.LANES_PER_RUN.most())
                .mapToObj(Integer::toString)
                .toList();
        for (int i = 0; i < 5; i++) {
            team.send(Given.control(run().setRun(runId(i)).setLanes(lanes).build()));
        }
        assertThat(reasons()).singleElement().asString().contains("lanes of the team must be at most 20000");

        team.pass(Duration.ofSeconds(65));
        team.send(heartbeat(65, 0, 0).build());
        team.send(Given.control(run().setRun(runId(1_000)).setLanes(lanes).build()));
        assertThat(reasons()).isEmpty();
        assertThat(gaveWay()).isEqualTo(1);
    }

    @Test
    void runsThatAreDoneGiveWayFirst() {
        fillWithRuns();
        team.send(Given.control(run().setRun(runId(5))
                .setStatus(RunStatus.ENDED)
                .setEnded(Given.at(1))
                .build()));
        team.pass(Duration.ofSeconds(65));
        team.send(beatOf(runId(1_000)));
        team.send(beatOf(runId(4)));

        assertThat(gaveWay()).isEqualTo(1);
        assertThat(team.stores().runs().keySet()).noneMatch(key -> key.startsWith(runId(5) + "/LANE"));
        assertThat(team.stores().runs().keySet()).anyMatch(key -> key.startsWith(runId(4) + "/LANE"));
    }

    private void fillWithRuns() {
        for (int i = 0; i < MAX_RUNS - 1; i++) {
            team.send(beatOf(runId(i)));
        }
        assertThat(reasons()).isEmpty();
    }

    private static Heartbeat beatOf(String run) {
        return heartbeat(0, 0, 0).setRun(run).setStep(-1).build();
    }

    private double gaveWay() {
        return registry.get(StreamsMeter.GAVE_WAY.id()).counter().count();
    }

    @Test
    void whatATargetSendsToRunsThatBeginAfterItsSamplesIsBounded() {
        Map<String, Double> page = Arrays.stream(Signal.values()).collect(Collectors.toMap(Signal::id, signal -> 1.0));
        for (int second = 0; second < 120; second++) {
            team.send(sample(second / 10.0, page).build());
        }
        for (int i = 0; i < 1_000; i++) {
            team.send(Given.control(run().setRun(runId(i)).build()));
        }

        assertThat(reasons())
                .isNotEmpty()
                .allMatch(reason -> reason.equals(
                        "OVER_LIMIT: runs of target default must be at most 64 (limit target.runs) but was 65"));
        assertThat(overLimit(TeamLimit.COPIED_BYTES)).isPositive();
        assertTheOtherRunGoesOn(2);
    }

    @Test
    void runsThatAreNotKeptGetNoSamplesOnceTheTargetIsScrapedAgain() {
        for (int i = 0; i < 1_000; i++) {
            team.send(Given.control(run().setRun(runId(i)).build()));
        }
        assertThat(reasons()).hasSize(1_000 - (TeamLimit.RUNS_PER_TARGET.most() - 1));
        team.send(sample(1, Map.of()).build());
        team.send(sample(2, Map.of()).build());
        for (int i = 0; i < 20; i++) {
            team.send(Given.control(run().setRun(runId(2_000 + i)).build()));
        }

        assertThat(reasons()).isEmpty();
    }

    @Test
    void targetsBeyondTheLimitAreDeadLetters() {
        for (int i = 0; i < TeamLimit.TARGETS.most() + 10; i++) {
            team.send(sample(0, Map.of()).setTarget("target-" + i).build());
        }

        assertThat(reasons())
                .hasSize(11)
                .allMatch(reason -> reason.contains("targets of the team must be at most 256"));
        assertTheOtherRunGoesOn(1);
    }

    @Test
    void sourcesOfARunBeyondTheLimitAreDeadLetters() {
        for (int i = 0; i < TeamLimit.SOURCES_PER_RUN.most() + 10; i++) {
            team.send(sample(0, Map.of()).setInstance("instance-" + i).build());
        }

        assertThat(reasons())
                .hasSize(10)
                .allMatch(reason -> reason.contains("run.sources of run " + Given.RUN + " must be at most 1024"));
    }

    @Test
    void whereSamplesHaveNoRoomASourceLosesItsOldestAndANewSourceIsRefused() {
        team.othersHold(TeamLimit.SAMPLE_BYTES_HELD, TeamLimit.SAMPLE_BYTES_HELD.most() - 1_000L);
        for (int second = 0; second < 50; second++) {
            team.send(sample(second / 10.0, Map.of("queue_depth", (double) second))
                    .build());
        }
        assertThat(reasons()).isEmpty();
        assertThat(overLimit(TeamLimit.SAMPLE_BYTES_HELD)).isBetween(20.0, 49.0);
        assertThat(sampleBytes()).isBetween(500L, 1_000L);

        team.send(sample(5, Map.of()).setInstance("another").build());
        assertThat(reasons())
                .singleElement()
                .asString()
                .startsWith("OVER_LIMIT: samples.held.bytes of the team must be at most 268435456");

        team = team.killed(stateDir.resolve("next"), Given.at(6), MAX_RUNS);
        long restored = sampleBytes();
        team.othersHold(TeamLimit.SAMPLE_BYTES_HELD, TeamLimit.SAMPLE_BYTES_HELD.most() - restored);
        team.send(sample(6, Map.of("queue_depth", 1.0)).build());
        assertThat(reasons()).isEmpty();
        assertThat(sampleBytes()).isLessThanOrEqualTo(restored);
    }

    private long sampleBytes() {
        return team.stores().runs().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(Given.RUN + "/SAMPLE/"))
                .mapToLong(entry -> entry.getValue().length)
                .sum();
    }

    @Test
    void objectivesOfARunBeyondTheLimitAreDeadLetters() {
        for (int i = 0; i < TeamLimit.OBJECTIVES_PER_RUN.most() + 10; i++) {
            team.send(Given.control(objective(MetricName.E2E, 0.5, 100)
                    .setName("objective " + i)
                    .build()));
        }

        assertThat(reasons())
                .hasSize(10)
                .allMatch(reason -> reason.contains("run.objectives of run " + Given.RUN + " must be at most 200"));
    }

    @Test
    void definitionsBeyondTheirBytesAreDeadLettersAndARunCanStillEnd() {
        fillWithDefinitions();
        assertThat(reasons())
                .isNotEmpty()
                .allMatch(reason -> reason.contains("definition.bytes of the team must be at most"));

        team.send(Given.control(
                run().setEnded(Given.at(5)).setTargetFailure("none").build()));
        assertThat(reasons()).isEmpty();
    }

    private void fillWithDefinitions() {
        for (int i = 0; i < 40; i++) {
            team.send(Given.control(largeStep(runId(i % (MAX_RUNS - 1)), i)));
        }
    }

    private static StepState largeStep(String run, int step) {
        return Given.step(0)
                .setRun(run)
                .setStep(step)
                .setFlags(Collections.nCopies(230, "x".repeat(4_000)))
                .build();
    }

    @Test
    void targetsOfWhichNothingComesGiveWay() {
        for (int i = 0; i < TeamLimit.TARGETS.most() + 10; i++) {
            team.send(sample(0, Map.of()).setTarget("target-" + i).build());
        }
        assertThat(reasons()).hasSize(11);
        team.pass(Duration.ofSeconds(61));
        team.send(sample(61, Map.of()).setTarget("another").build());
        team.send(sample(61, Map.of()).build());

        assertThat(reasons()).isEmpty();
    }

    @Test
    void namesAndTextsHaveALength() {
        String name = "n".repeat(257);
        String text = "t".repeat(4_097);
        team.send(ok(0, 0, 100, 200).setRequestClass(name).build());
        team.send(Given.tokens(0, 0, 100, 10, 2).setTarget(name).build());
        team.send(heartbeat(0, 0, 0).setLane(name).build());
        team.send(Given.control(run().setPhase(text).build()));
        team.send(Given.control(run().setLabels(Map.of("label", text)).build()));
        team.send(Given.control(run().setInvalidReasons(List.of(text)).build()));
        team.send(Given.control(
                run().setTargets(List.of(target(name), target("default"))).build()));

        assertThat(reasons())
                .containsExactly(
                        "OVER_LIMIT: requestClass must be at most 256 (limit name.length) but was 257",
                        "OVER_LIMIT: target must be at most 256 (limit name.length) but was 257",
                        "OVER_LIMIT: lane must be at most 256 (limit name.length) but was 257",
                        "OVER_LIMIT: phase must be at most 4096 (limit text.length) but was 4097",
                        "OVER_LIMIT: labels must be at most 4096 (limit text.length) but was 4097",
                        "OVER_LIMIT: invalidReasons must be at most 4096 (limit text.length) but was 4097",
                        "OVER_LIMIT: targets.name must be at most 256 (limit name.length) but was 257");
    }

    @Test
    void stateThatIsOverALimitIsKept() {
        for (int i = 0; i < MAX_RUNS - 1; i++) {
            team.send(heartbeat(0, 0, 0).setRun(runId(i)).setStep(-1).build());
        }
        team.pass(Duration.ofSeconds(1));
        team = team.killed(stateDir.resolve("next"), Given.at(1), 2);
        team.send(ok(0, 0.0, 100, 200).build());
        team.send(heartbeat(5, 0, 1).build());
        team.pass(Duration.ofSeconds(6));
        assertThat(finals()).isNotEmpty();

        team.send(heartbeat(0, 0, 0).setRun(runId(3_000)).setStep(-1).build());
        assertThat(reasons()).hasSize(1);
    }

    private static TargetRef target(String name) {
        return TargetRef.newBuilder()
                .setName(name)
                .setUrl("http://server")
                .setModel("m")
                .build();
    }

    /** Requests that the run sends become a FINAL window. */
    private void assertTheOtherRunGoesOn(int second) {
        team.send(ok(0, second, 100, 200).build());
        team.send(heartbeat(second + 5, 0, 1).build());
        team.pass(Duration.ofSeconds(second + 6));
        assertThat(finals()).isNotEmpty();
    }

    private List<WindowStats> finals() {
        return team.read(Topic.WINDOWS, WindowStats.class).stream()
                .filter(window -> window.getRun().equals(Given.RUN) && window.getFinality() == Finality.FINAL)
                .toList();
    }

    private List<String> reasons() {
        return team.records(Topic.DEAD_LETTERS).stream()
                .map(letter -> DeadLetter.reason(letter.headers()))
                .toList();
    }

    private double overLimit(TeamLimit limit) {
        return registry.get(StreamsMeter.OVER_LIMIT_RECORDS.id())
                .tag("limit", limit.id())
                .counter()
                .count();
    }
}
