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
import io.tidemark.events.ServerHistogram;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetter;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
 * ticked over or restored, and what is kept of it and written because of it is bounded.
 */
class HostileValuesTest {
    /** Of combinations, which begin runs without end; each is given the samples that are kept of its targets. */
    private static final ExtremeValues SMALLEST = new ExtremeValues(2_000, 100);

    private static final ExtremeValues SMALL = new ExtremeValues(70_000, 5_000);
    private static final ExtremeValues LARGE = new ExtremeValues(10_000_000, 1_000_000);

    /** What a record may add to the stores, and how often what it holds itself. */
    private static final long STATE_BYTES = 64 << 10;

    private static final int STATE_FACTOR = 8;

    /** A new run is given the samples that are kept of its targets. */
    private static final long FANNED_OUT_BYTES = 64 << 20;

    /** Windows, breaches and results that are written in the second after a record. */
    private static final int OUTPUTS = 20_000;

    private static final int EVENTS_PER_RESTART = 200;

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
            for (int left = EVENTS_PER_RESTART; left > 0 && events.hasNext(); left--) {
                survives(team, events.next(), stateBytes);
            }
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

    private static void survives(TeamDriver team, ExtremeValues.Bent bent, long stateBytes) {
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
        int outputs = team.records(Topic.WINDOWS).size()
                + team.records(Topic.BREACHES).size()
                + team.records(Topic.STEPS).size();
        assertThat(outputs).as("records because of %s", bent.what()).isLessThan(OUTPUTS);
        assertThat(team.stores().sizeBytes() - before)
                .as("bytes kept of %s", bent.what())
                .isLessThan(stateBytes + (long) STATE_FACTOR * bytes);
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
