package io.tidemark.streams;

import static io.tidemark.streams.Given.at;
import static io.tidemark.streams.Given.control;
import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.objective;
import static io.tidemark.streams.Given.ok;
import static io.tidemark.streams.Given.sample;
import static io.tidemark.streams.Given.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.LaneStepEnd;
import io.tidemark.events.MetricName;
import io.tidemark.events.Outcome;
import io.tidemark.events.ServerHistogram;
import io.tidemark.events.TrialState;
import io.tidemark.events.TuneState;
import io.tidemark.events.WatchState;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.poison.ExtremeValues;
import io.tidemark.fixtures.poison.MultipliedEvents;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetter;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever an input holds, it is counted or becomes a dead letter by a rule: nothing is thrown while it is decoded, counted, committed,
 * ticked over or restored, and its time, what is kept of it and what is written because of it are bounded. What it keeps of the heap: {@link KeptHeapTest}.
 */
class HostileValuesTest {
    /** Of combinations, which begin runs without end; each is given the samples that are kept of its targets. */
    private static final ExtremeValues SMALLEST = new ExtremeValues(2_000, 100);

    private static final ExtremeValues SMALL = new ExtremeValues(70_000, 5_000);
    private static final ExtremeValues LARGE = new ExtremeValues(10_000_000, 1_000_000);

    /** What a record may hold: as long as a name, and as long as any other text. A topic takes a mebibyte. */
    private static final List<ExtremeValues> ALLOWED = List.of(
            new ExtremeValues(TeamLimit.NAME_LENGTH.most(), TeamLimit.LIST_LENGTH.most()),
            new ExtremeValues(TeamLimit.TEXT_LENGTH.most(), 250));

    /** What a record may add to the stores, and how often what it holds itself. */
    private static final long STATE_BYTES = 64 << 10;

    private static final int STATE_FACTOR = 8;

    /** A new run is given the samples that are kept of its targets. */
    private static final long FANNED_OUT_BYTES = 64 << 20;

    /** Windows, breaches and results that are written in the second after a record. */
    private static final int OUTPUTS = 20_000;

    private static final int EVENTS_PER_RESTART = 200;

    /** Of processor time, for a record and the second after it, on average: several times what it takes. So is the time for its bytes. */
    private static final Duration TIME_PER_RECORD = Duration.ofMillis(10);

    private static final Duration TIME_PER_BYTE = Duration.ofNanos(20);

    /** Records whose time is added: code that runs for the first time is slow. */
    private static final int WARM_UP = 100;

    /** Other processes of the machine take no time of a thread. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    static {
        TrustedEventClasses.trust();
    }

    @TempDir
    private Path folder;

    private int restarts;

    /** A good event of each kind of input. */
    private static List<SpecificRecord> inputs() {
        return List.of(
                ok(50, 1.0, 100, 200).setConversation("c").build(),
                tokens(50, 1.0, 100, 20, 3).build(),
                heartbeat(1, 1, 1)
                        .setStep(0)
                        .setStepEnd(LaneStepEnd.newBuilder().setStep(0).build())
                        .build(),
                control(Given.run().setEnded(at(1)).build()),
                control(Given.step(0)
                        .setEnded(at(1))
                        .setMeasureUntil(at(1))
                        .setSegmentNanos(1_000_000_000)
                        .setRequestsByLane(Map.of(Given.LANE, 1L))
                        .build()),
                control(objective(MetricName.TTFT, 0.9, 10)
                        .setGoodLimitsNanos(Map.of("TTFT", 1_000_000L))
                        .build()),
                control(WatchState.newBuilder()
                        .setWatch("nightly")
                        .setTarget(Given.TARGET)
                        .setSchedule("1d")
                        .setWatcher("host")
                        .setSince(at(0))
                        .setConfirmingRuns(List.of(Given.RUN))
                        .build()),
                control(TuneState.newBuilder()
                        .setTune("tune")
                        .setExperiment("tuning")
                        .setTarget(Given.TARGET)
                        .setTuner("host")
                        .setMode("search")
                        .setStarted(at(0))
                        .setIdentity(Map.of("gpu", "x"))
                        .build()),
                control(TrialState.newBuilder()
                        .setTune("tune")
                        .setNumber(1)
                        .setPurpose("trial")
                        .setExperiment("tuning")
                        .setPhase("base")
                        .setStarted(at(0))
                        .setRuns(List.of(Given.RUN))
                        .build()),
                sample(1, Map.of("queue_depth", 1.0))
                        .setHistograms(Map.of(
                                "ttft",
                                ServerHistogram.newBuilder()
                                        .setBounds(List.of(1.0))
                                        .setCounts(List.of(1.0, 0.0))
                                        .setSum(1)
                                        .setCount(1)
                                        .build()))
                        .build());
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void eachFieldAtEachExtremeIsCountedOrADeadLetter(SpecificRecord good) {
        survives(SMALL.singles(good), STATE_BYTES);
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void theMostThatEachFieldMayHoldIsCountedOrADeadLetter(SpecificRecord good) {
        ALLOWED.forEach(most -> survives(most.largest(good), STATE_BYTES));
    }

    @Test
    void eventsThatAskForMuchAreCountedOrDeadLetters() {
        MultipliedEvents much = new MultipliedEvents(() -> at(2), new SplittableRandom(46));
        survives(
                Stream.of(
                                much.largeResult(),
                                much.seconds(),
                                much.sketches(),
                                much.sparseNumber(),
                                much.phase(),
                                much.name(),
                                much.skew())
                        .flatMap(List::stream)
                        .map(ExtremeValues.Bent::of)
                        .iterator(),
                STATE_BYTES);
    }

    /** Each is worse than the objective of the run, so that its window is broken for certain. */
    @Test
    void failuresAfterFirstTokensThatNoTokenBatchHasAreCounted() {
        survives(
                IntStream.range(0, 100)
                        .mapToObj(i -> ok(50 + i, 1, 100 + i, 200)
                                .setOutcome(Outcome.HTTP_ERROR)
                                .setTokenBatches(1)
                                .build())
                        .map(ExtremeValues.Bent::of)
                        .iterator(),
                STATE_BYTES);
    }

    @Test
    void randomCombinationsOfExtremesAreCountedOrDeadLetters() {
        survives(combinations(1, 600), FANNED_OUT_BYTES);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("inputs")
    void eachFieldAtEachExtremeIsCountedOrADeadLetterWhenTextsAndListsAreLarge(SpecificRecord good) {
        survives(LARGE.singles(good), STATE_BYTES);
    }

    @Tag("long")
    @Test
    void manyRandomCombinationsOfExtremesAreCountedOrDeadLetters() {
        survives(combinations(Long.getLong("tidemark.hostile.seed", 2), 20_000), FANNED_OUT_BYTES);
    }

    private static Iterator<ExtremeValues.Bent> combinations(long seed, int many) {
        System.out.println("HostileValuesTest: seed " + seed);
        Random random = new Random(seed);
        List<SpecificRecord> inputs = inputs();
        return Stream.generate(() -> SMALLEST.combination(inputs.get(random.nextInt(inputs.size())), random))
                .limit(many)
                .iterator();
    }

    private void survives(Iterator<ExtremeValues.Bent> events, long stateBytes) {
        while (events.hasNext()) {
            TeamDriver team = begin();
            long began = THREADS.getCurrentThreadCpuTime();
            int count = 0;
            long bytes = 0;
            for (; count < EVENTS_PER_RESTART && events.hasNext(); count++) {
                bytes += survives(team, events.next(), stateBytes);
            }
            assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - began))
                    .as("processor time of %d records of %d bytes", count, bytes)
                    .isLessThan(TIME_PER_RECORD.multipliedBy(WARM_UP + count).plus(TIME_PER_BYTE.multipliedBy(bytes)));
            TeamDriver next = team.killed(folder.resolve("restart" + restarts++), at(600));
            try (next) {
                next.pass(Duration.ofSeconds(3));
                stillCounts(next);
            }
        }
    }

    /** A run with all that a record can touch. */
    private TeamDriver begin() {
        TeamDriver team = new TeamDriver(folder.resolve("team" + restarts++));
        team.send(control(Given.run().build()));
        team.send(control(Given.step(0).build()));
        team.send(control(objective(MetricName.TTFT, 0.9, 10).build()));
        team.send(sample(0, Map.of("queue_depth", 1.0)).build());
        team.send(tokens(0, 0.0, 100, 20, 3).build());
        team.send(ok(0, 0.0, 100, 200).build());
        team.send(heartbeat(1, 1, 1).setStep(0).build());
        team.pass(Duration.ofSeconds(2));
        return team;
    }

    /** Returns the bytes of the record. */
    private static int survives(TeamDriver team, ExtremeValues.Bent bent, long stateBytes) {
        long before = team.stores().sizeBytes();
        int bytes;
        try {
            bytes = team.sendCounted(bent.event());
            team.pass(Duration.ofSeconds(1));
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError(bent.what() + ": " + e, e);
        }
        assertThat(team.records(Topic.DEAD_LETTERS))
                .as("%s", bent.what())
                .hasSizeLessThanOrEqualTo(1)
                .allSatisfy(letter -> assertThat(header(letter)).doesNotContain("DEFECT"));
        List<Integer> outputs = Stream.of(Topic.WINDOWS, Topic.BREACHES, Topic.STEPS, Topic.REGRESSIONS)
                .flatMap(topic -> team.records(topic).stream())
                .map(record -> record.value().length)
                .toList();
        assertThat(outputs.size()).as("records because of %s", bent.what()).isLessThan(OUTPUTS);
        assertThat(outputs.stream().max(Integer::compare).orElse(0))
                .as("bytes of a record because of %s", bent.what())
                .isLessThanOrEqualTo(Topic.MAX_RESULT_BYTES);
        assertThat(team.stores().sizeBytes() - before)
                .as("bytes kept of %s", bent.what())
                .isLessThan(stateBytes + (long) STATE_FACTOR * bytes);
        return bytes;
    }

    private static void stillCounts(TeamDriver team) {
        String other = "01JABCDEFGHJKMNPQRSTVWXYZ9";
        team.read(Topic.WINDOWS, WindowStats.class);
        team.send(tokens(0, 600, 100, 20, 3).setRun(other).build());
        team.send(heartbeat(602, 1, 0).setRun(other).setClosing(true).build());
        team.pass(Duration.ofSeconds(3));
        assertThat(team.read(Topic.WINDOWS, WindowStats.class))
                .anyMatch(window -> window.getRun().equals(other));
    }

    private static String header(TestRecord<String, byte[]> letter) {
        return new String(letter.headers().lastHeader(DeadLetter.REASON_HEADER).value(), StandardCharsets.UTF_8);
    }
}
