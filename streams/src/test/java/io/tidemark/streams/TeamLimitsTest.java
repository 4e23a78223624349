package io.tidemark.streams;

import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.objective;
import static io.tidemark.streams.Given.ok;
import static io.tidemark.streams.Given.run;
import static io.tidemark.streams.Given.sample;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.events.BreachState;
import io.tidemark.events.BurnRule;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.MetricName;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunStatus;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepState;
import io.tidemark.events.TargetRef;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.OutOfRangeValue;
import io.tidemark.schemas.ServerClock;
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
import java.util.HashMap;
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

    /** Of a result that runs are compared by. */
    private static final int RESULT_BYTES = 1 << 20;

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
    void aTeamThatIsFullTakesNoRoomOfAnotherInTheSameProcess() {
        fillWithRuns();
        team.send(beatOf(runId(1_000)));
        assertThat(reasons()).hasSize(1);

        TeamMeters meters = new TeamMeters(new SimpleMeterRegistry(), TeamDriver.TEAM);
        try (TeamDriver other = new TeamDriver(stateDir.resolve("other"), meters, MAX_RUNS)) {
            for (int i = 0; i < MAX_RUNS; i++) {
                other.send(beatOf(runId(i)));
            }
            assertThat(other.records(Topic.DEAD_LETTERS)).isEmpty();
        }
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
    void runsWhoseClockIsAheadGiveWayAfterAMinuteToo() {
        for (int i = 0; i < MAX_RUNS - 1; i++) {
            team.send(ok(0, 55, 100, 200).setRun(runId(i)).build());
        }
        team.pass(Duration.ofSeconds(65));
        team.send(heartbeat(65, 0, 0).setStep(-1).build());
        team.send(beatOf(runId(1_000)));

        assertThat(gaveWay()).as("until there is room for a class").isEqualTo(2);
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
    void smallCopiesAreBoundedByTheirNumber() {
        for (int i = 0; i < TeamLimit.RUNS_PER_TARGET.most() - 1; i++) {
            team.send(Given.control(run().setRun(runId(i)).build()));
        }
        int samples = 150;
        for (int i = 0; i < samples; i++) {
            team.send(sample(i / 100.0, Map.of()).build());
        }

        int copies = samples * (TeamLimit.RUNS_PER_TARGET.most() - 1);
        int sent = TeamLimit.COPIED_BYTES.most() / (8 << 10);
        assertThat(overLimit(TeamLimit.COPIED_BYTES)).isEqualTo(copies - sent);
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
        team.othersHold(TeamLimit.SAMPLE_BYTES_HELD, TeamLimit.SAMPLE_BYTES_HELD.most() - 2_000L);
        for (int second = 0; second < 50; second++) {
            team.send(sample(second / 10.0, Map.of("queue_depth", (double) second))
                    .build());
        }
        assertThat(reasons()).isEmpty();
        assertThat(overLimit(TeamLimit.SAMPLE_BYTES_HELD))
                .as("of the run, and of the target")
                .isBetween(40.0, 98.0);
        assertThat(sampleBytes()).isBetween(500L, 1_000L);

        team.send(sample(5, Map.of("queue_depth", 50.0))
                .setInstance("localhost:9000")
                .build());
        assertThat(reasons())
                .singleElement()
                .asString()
                .startsWith("OVER_LIMIT: samples.held.bytes of the team must be at most 134217728");

        team = team.killed(stateDir.resolve("next"), Given.at(6), MAX_RUNS);
        long restored = sampleBytes();
        team.othersHold(TeamLimit.SAMPLE_BYTES_HELD, TeamLimit.SAMPLE_BYTES_HELD.most() - restored);
        team.send(sample(6, Map.of("queue_depth", 1.0)).build());
        assertThat(reasons()).isEmpty();
        assertThat(sampleBytes()).isLessThanOrEqualTo(restored);
    }

    @Test
    void samplesThatATargetKeepsForRunsThatBeginLaterCountToo() {
        team.othersHold(TeamLimit.SAMPLE_BYTES_HELD, TeamLimit.SAMPLE_BYTES_HELD.most() - 1_000L);
        for (int second = 0; second < 50; second++) {
            team.send(sample(second / 10.0, Map.of()).setTarget("idle").build());
        }
        assertThat(reasons()).isEmpty();
        assertThat(overLimit(TeamLimit.SAMPLE_BYTES_HELD)).isBetween(20.0, 49.0);
        assertThat(ringBytes()).isBetween(500L, 1_000L);

        team = team.killed(stateDir.resolve("next"), Given.at(6), MAX_RUNS);
        long restored = ringBytes();
        team.othersHold(TeamLimit.SAMPLE_BYTES_HELD, TeamLimit.SAMPLE_BYTES_HELD.most() - restored);
        team.send(sample(6, Map.of()).setTarget("idle").build());
        assertThat(ringBytes()).isEqualTo(restored);
    }

    @Test
    void ofTheClockOfATargetOnlyANumberIsKept() {
        Map<String, String> number = Map.of(ServerClock.SKEW_MILLIS, "-1500");
        Map<String, String> text = Map.of(ServerClock.SKEW_MILLIS, "9".repeat(60_000));
        team.send(sample(0, Map.of()).setInfo(number).build());
        long bytes = ringBytes();
        team.send(sample(1, Map.of()).setInfo(text).build());

        assertThat(reasons()).isEmpty();
        assertThat(ringBytes()).isBetween(bytes + 1, 2 * bytes);
        assertThat(team.stores().targets().values()).anyMatch(value -> new String(value, UTF_8).contains("-1500"));
    }

    @Test
    void aValueOfATargetThatIsNotUsedIsKeptWithItsSeries() {
        Map<String, String> info = new HashMap<>(Map.of("vllm:cache_config_info.block_size", "16"));
        new OutOfRangeValue(Signal.KV_USAGE, "vllm:kv_cache_usage_perc", 40).addTo(info);
        team.send(sample(0, Map.of()).setInfo(info).build());

        assertThat(reasons()).isEmpty();
        assertThat(team.stores().targets().values())
                .anyMatch(value -> new String(value, UTF_8).contains("vllm:kv_cache_usage_perc 40.0"))
                .noneMatch(value -> new String(value, UTF_8).contains("block_size"));
    }

    /** Of the samples that targets keep. */
    private long ringBytes() {
        return team.stores().targets().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("sample/"))
                .mapToLong(entry -> entry.getValue().length)
                .sum();
    }

    @Test
    void recordsThatAreRefusedAreSentOnBeforeTheCommitAsThoseThatCount() {
        RequestEvent refused = ok(0, 0, 100, 200).setEndNanos(-5L).build();
        team.sendTogether(Collections.nCopies(33_000, refused));

        assertThat(team.deltas())
                .filteredOn(deltas -> !deltas.progress().isEmpty())
                .as("after 32 MiB, of a KiB a record, and at the commit")
                .hasSize(2);
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
    void objectivesAreFollowedOverAsManySeriesAsThereIsRoomForAlsoAfterARestart() {
        team.othersHold(TeamLimit.TIMELINES, TeamLimit.TIMELINES.most() - 3L);
        team.send(Given.control(objective(MetricName.E2E, 0.5, 100).build()));
        for (int step = 0; step < 5; step++) {
            team.send(ok(step, 0, 100, 200).setStep(step).build());
        }
        team.send(heartbeat(5, 0, 5).build());
        team.pass(Duration.ofSeconds(3));

        assertThat(stepsOfBreaches(BreachState.OPENED)).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(overLimit(TeamLimit.TIMELINES)).isEqualTo(2);
        assertThat(reasons()).isEmpty();

        team = team.killed(stateDir.resolve("next"), Given.at(3), MAX_RUNS);
        team.othersHold(TeamLimit.TIMELINES, TeamLimit.TIMELINES.most());
        team.send(Given.control(
                run().setStatus(RunStatus.ENDED).setEnded(Given.at(4)).build()));
        team.pass(Duration.ofSeconds(2));
        assertThat(stepsOfBreaches(BreachState.CLOSED)).containsExactlyInAnyOrder(0, 1, 2);
    }

    @Test
    void anObjectiveIsFollowedWithAllOfItsRulesOrNotAtAll() {
        team.othersHold(TeamLimit.TIMELINES, TeamLimit.TIMELINES.most() - 3L);
        BurnRule rule = BurnRule.newBuilder()
                .setBurn(1.5)
                .setLongSeconds(600)
                .setShortSeconds(20)
                .build();
        team.send(Given.control(objective(MetricName.E2E, 0.5, 100)
                .setPeriodSeconds(3_600)
                .setBurnRules(List.of(rule))
                .build()));
        team.send(ok(0, 0, 100, 200).setStep(0).build());
        team.send(ok(1, 0, 100, 200).setStep(1).build());
        team.send(heartbeat(5, 0, 2).build());
        team.pass(Duration.ofSeconds(3));

        assertThat(overLimit(TeamLimit.TIMELINES)).isEqualTo(2);
    }

    @Test
    void whereObjectivesHaveNoRoomSilentRunsGiveWay() {
        team.send(Given.control((Object)
                Given.change(objective(MetricName.E2E, 0.5, 100).build(), 0)
                        .setRun(runId(0))
                        .build()));
        team.send(ok(0, 0, 100, 200).setRun(runId(0)).build());
        team.pass(Duration.ofMinutes(2));
        team.othersHold(TeamLimit.TIMELINES, TeamLimit.TIMELINES.most() - 1L);

        team.send(Given.control(objective(MetricName.E2E, 0.5, 100).build()));
        team.send(ok(0, 119, 100, 200).build());
        team.send(heartbeat(121, 0, 1).build());
        team.pass(Duration.ofSeconds(3));
        assertThat(gaveWay()).isEqualTo(1);
        assertThat(overLimit(TeamLimit.TIMELINES)).isZero();
    }

    private List<Integer> stepsOfBreaches(BreachState state) {
        return team.read(Topic.BREACHES, SloBreach.class).stream()
                .filter(breach -> breach.getState() == state)
                .map(SloBreach::getStep)
                .toList();
    }

    @Test
    void stepsTimesObjectivesBeyondTheLimitAreDeadLetters() {
        team.send(Given.control(objective(MetricName.E2E, 0.5, 100).build()));
        team.othersHold(TeamLimit.STEP_OBJECTIVES, TeamLimit.STEP_OBJECTIVES.most() - 2L);
        for (int step = 0; step < 4; step++) {
            team.send(Given.control(Given.step(0).setStep(step).build()));
        }
        team.send(Given.control(objective(MetricName.TTFT, 0.5, 100).build()));
        assertThat(reasons())
                .containsExactly(
                        "OVER_LIMIT: step.objectives of the team must be at most 100000 but would be 100001",
                        "OVER_LIMIT: step.objectives of the team must be at most 100000 but would be 100001",
                        "OVER_LIMIT: step.objectives of the team must be at most 100000 but would be 100002");

        team.send(Given.control(Given.step(0).setStep(1).setEnded(Given.at(1)).build()));
        team.send(Given.control(objective(MetricName.E2E, 0.5, 200).build(), 1));
        assertThat(reasons()).as("changes of what is known").isEmpty();
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

    @Test
    void whereStateHasNoRoomValuesAreLeftOutAndWhatLacksThemIsIncompleteAlsoAfterARestart() {
        team.send(ok(0, 0, 100, 200).build());
        team.send(heartbeat(1, 0, 1).build());
        team.othersHold(TeamLimit.STATE_BYTES, TeamLimit.STATE_BYTES.most());
        team.send(ok(1, 1, 100, 200).build());
        team.send(heartbeat(2, 0, 2).build());
        team.send(Given.control(Given.step(2).setStep(1).build()));
        team.send(Given.control(run().setTargetFailure("none").build()));

        assertThat(reasons())
                .as("of the heartbeat and of the new definition")
                .hasSize(2)
                .allMatch(reason -> reason.startsWith("OVER_LIMIT: state.bytes of the team must be at most 335544320"));
        assertThat(overLimit(TeamLimit.STATE_BYTES)).isGreaterThan(2);

        team = team.killed(stateDir.resolve("next"), Given.at(2), MAX_RUNS);
        team.send(ok(2, 2, 100, 200).build());
        team.send(heartbeat(5, 0, 3).build());
        team.pass(Duration.ofSeconds(5));
        team.send(ok(3, 20, 100, 200).build());
        team.send(heartbeat(25, 0, 4).build());
        team.pass(Duration.ofSeconds(20));

        List<WindowStats> windows = team.read(Topic.WINDOWS, WindowStats.class);
        assertThat(windows)
                .filteredOn(window -> isTenSecondsOfE2e(window, 3))
                .last()
                .satisfies(window -> {
                    assertThat(window.getFinality()).isEqualTo(Finality.INCOMPLETE);
                    assertThat(window.getMissing()).isEqualTo(1);
                    assertThat(window.getCount()).isEqualTo(2);
                });
        assertThat(windows)
                .filteredOn(window -> isTenSecondsOfE2e(window, 21))
                .last()
                .satisfies(window -> {
                    assertThat(window.getFinality()).isEqualTo(Finality.FINAL);
                    assertThat(window.getMissing()).isZero();
                });
    }

    private static boolean isTenSecondsOfE2e(WindowStats window, int endSecond) {
        return window.getMetric() == MetricName.E2E
                && window.getWindowSeconds() == 10
                && window.getEnd().equals(Given.at(endSecond));
    }

    @Test
    void stateIsHeldForAsLongAsItIsKept() {
        long before = team.held(TeamLimit.STATE_BYTES);
        for (int second = 0; second < 60; second++) {
            team.send(ok(second, second, 100, 200).build());
        }
        team.send(heartbeat(60, 0, 60).build());
        team.pass(Duration.ofSeconds(61));
        long kept = team.held(TeamLimit.STATE_BYTES);
        assertThat(kept - before).isBetween(60_000L, 600_000L);

        team = team.killed(stateDir.resolve("next"), Given.at(61), MAX_RUNS);
        assertThat(team.held(TeamLimit.STATE_BYTES)).isBetween(kept * 9 / 10, kept * 11 / 10);

        team.pass(Duration.ofSeconds(940));
        team.send(ok(60, 1_000, 100, 200).build());
        team.send(heartbeat(1_001, 0, 61).build());
        team.pass(Duration.ofSeconds(2));
        assertThat(team.held(TeamLimit.STATE_BYTES)).isLessThan(kept / 2);
    }

    @Test
    void secondsWithoutEndAreKeptAsFarAsThereIsRoom() {
        long room = 1_000_000;
        long others = TeamLimit.STATE_BYTES.most() - room;
        team.othersHold(TeamLimit.STATE_BYTES, others);
        for (int batch = 0; batch < 20; batch++) {
            team.send(Given.tokens(batch, -1_000 * (batch + 1), 100, 1_000, 600).build());
        }

        assertThat(reasons()).isEmpty();
        assertThat(overLimit(TeamLimit.STATE_BYTES)).isGreaterThan(5_000);
        assertThat(team.held(TeamLimit.STATE_BYTES) - others).isBetween(room, 3 * room);
    }

    @Test
    void stateOfSilentRunsGivesWay() {
        team.send(ok(0, 0, 100, 200).setRun(runId(0)).build());
        team.pass(Duration.ofSeconds(100));
        team.othersHold(TeamLimit.STATE_BYTES, TeamLimit.STATE_BYTES.most() - team.held(TeamLimit.STATE_BYTES));
        team.send(heartbeat(100, 0, 0).build());

        assertThat(reasons()).isEmpty();
        assertThat(gaveWay()).isEqualTo(1);
    }

    private static StepState largeStep(String run, int step) {
        return Given.step(0)
                .setRun(run)
                .setStep(step)
                .setFlags(Collections.nCopies(230, "x".repeat(4_000)))
                .build();
    }

    @Test
    void aDefinitionThatIsSmallOnlyWhileItIsCompressedIsADeadLetter() {
        List<String> texts = Collections.nCopies(600, "x".repeat(4_000));
        team.send(Given.control(
                Given.step(0).setFlags(texts).setInvalidReasons(texts).build()));

        assertThat(reasons())
                .singleElement()
                .asString()
                .startsWith("OVER_LIMIT: the record must be at most 4194304 (limit control.bytes) but was 48");
        assertTheOtherRunGoesOn(1);
    }

    @Test
    void resultsOfTheRunsThatBeganFirstGiveWayWhereThereIsNoRoomToCompareMore() {
        int sent = TeamLimit.COMPARED_BYTES.most() / RESULT_BYTES + 5;
        compareRuns(0, sent);
        assertThat(comparedBytes()).isBetween(TeamLimit.COMPARED_BYTES.most() / 2L, mostCompared());
        assertThat(overLimit(TeamLimit.COMPARED_BYTES)).isEqualTo((double) (sent - comparedRuns()));
        assertThat(team.stores().comparisons().keySet())
                .noneMatch(key -> key.contains(runId(0)) || key.contains("experiment 0\u0001"))
                .anyMatch(key -> key.contains(runId(sent - 1)));

        team = team.killed(stateDir.resolve("next"), Given.at(1), MAX_RUNS);
        compareRuns(sent, 10);
        assertThat(comparedBytes()).as("what was restored counts, too").isLessThan(mostCompared());
        assertThat(reasons()).isEmpty();
    }

    private void compareRuns(int first, int count) {
        for (int i = first; i < first + count; i++) {
            team.sendToExperiment(Given.result(runId(i), "experiment " + i)
                    .setFlags(List.of("x".repeat(RESULT_BYTES)))
                    .build());
        }
    }

    /** Room is made for the next result before it is there. */
    private static long mostCompared() {
        return TeamLimit.COMPARED_BYTES.most() + 2L * RESULT_BYTES;
    }

    private long comparedBytes() {
        return team.stores().comparisons().values().stream()
                .mapToLong(value -> value.length)
                .sum();
    }

    private long comparedRuns() {
        return team.stores().comparisons().keySet().stream()
                .filter(key -> key.startsWith("runs\u0001"))
                .count();
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
        team.send(
                Given.control(objective(MetricName.E2E, 0.5, 100).setName(name).build()));

        assertThat(reasons())
                .containsExactly(
                        "OVER_LIMIT: requestClass must be at most 256 (limit name.length) but was 257",
                        "OVER_LIMIT: target must be at most 256 (limit name.length) but was 257",
                        "OVER_LIMIT: lane must be at most 256 (limit name.length) but was 257",
                        "OVER_LIMIT: phase must be at most 4096 (limit text.length) but was 4097",
                        "OVER_LIMIT: labels must be at most 4096 (limit text.length) but was 4097",
                        "OVER_LIMIT: invalidReasons must be at most 4096 (limit text.length) but was 4097",
                        "OVER_LIMIT: targets.name must be at most 256 (limit name.length) but was 257",
                        "OVER_LIMIT: objective.name must be at most 256 (limit name.length) but was 257");
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
