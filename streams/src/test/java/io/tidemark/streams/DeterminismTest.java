package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.RequestEvent;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.streams.replay.TopologyReplay;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * For the same records in each input partition, the last FINAL record of each window, step, segment and breach says the same, however
 * the partitions are read against each other and wherever a host is killed.
 */
final class DeterminismTest {
    private static final int RECORDS_PER_SECOND = 400;
    private static final Instant START = Instant.parse("2026-11-21T06:00:00Z");

    @TempDir
    private static Path stateDir;

    private static RecordedInput input;
    private static Map<String, Object> expected;

    @BeforeAll
    static void readOnce() {
        input = RecordedInput.load();
        expected = replay(input.merged(0, 1), Set.of());
    }

    @Test
    void theRecordHasWhatItIsToShow() {
        assertThat(expected.keySet().stream().map(name -> name.split(" ", 2)[0]).distinct())
                .containsExactlyInAnyOrder("breach", "step", "window");
        assertThat(expected.keySet().stream().filter(name -> name.startsWith("step")))
                .as("segments")
                .anyMatch(name -> !name.endsWith("null"));
        assertThat(expected.keySet().stream()
                        .filter(name -> name.startsWith("window"))
                        .map(name -> name.split("/", 2)[0])
                        .distinct())
                .as("runs")
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void itDoesNotMatterHowPartitionsAreReadAgainstEachOther(long seed) {
        requireSame(replay(input.merged(seed, 200), Set.of()));
    }

    @Test
    void aPartitionMayBeReadToItsEndBeforeAnotherIsBegun() {
        requireSame(replay(input.oneByOne(), Set.of()));
        requireSame(replay(input.lastFirst(), Set.of()));
    }

    /** As a run is counted that had no cluster. */
    @Test
    void aReplayWithoutABrokerSaysTheSame() {
        Team team = TeamDriver.TEAM;
        SchemaRegistry registry = SchemaRegistry.inProcess(team);
        Instant now = START;
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (TopologyReplay replay = new TopologyReplay(team, registry, now)) {
            List<SpecificRecord> events = input.merged(0, 1);
            for (int i = 0; i < events.size(); i++) {
                SpecificRecord event = events.get(i);
                Topic topic = TeamTopics.input(event);
                replay.accept(new ProducerRecord<>(
                        topic.in(team),
                        null,
                        now.toEpochMilli(),
                        TeamTopics.key(event),
                        encoded(registry, topic, event)));
                if (i % RECORDS_PER_SECOND == 0) {
                    now = now.plusSeconds(1);
                }
            }
            replay.advance(Duration.ofSeconds(15));
            records.addAll(replay.takeRecords());
        }
        assertThat(records.stream().filter(record -> record.topic().equals(Topic.REQUESTS.in(team))))
                .as("the input is among its records")
                .hasSize((int) input.merged(0, 1).stream()
                        .filter(RequestEvent.class::isInstance)
                        .count());
        requireSame(FinalContent.of(records, team, registry));
    }

    private static <T extends SpecificRecord> byte[] encoded(SchemaRegistry registry, Topic topic, T event) {
        @SuppressWarnings("unchecked") // the class of an event is the class of T
        Class<T> type = (Class<T>) event.getClass();
        return registry.encoder(topic, TeamDriver.TEAM, type).encode(event);
    }

    @Test
    void whatALaneSendsTwiceCountsOnce() {
        requireSame(replay(input.withRepeats(7).merged(3, 20), Set.of()));
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void itDoesNotMatterWhereAHostIsKilled(long seed) {
        List<SpecificRecord> records = input.merged(seed, 30);
        SplittableRandom random = new SplittableRandom(seed);
        Set<Integer> kills = new TreeSet<>();
        while (kills.size() < 3) {
            kills.add(random.nextInt(records.size()));
        }
        requireSame(replay(records, kills));
    }

    /** Each look at the clock finds it up to so much later: ticks are cut into parts anywhere. */
    @ParameterizedTest
    @ValueSource(ints = {20, 250})
    void itDoesNotMatterHowSlowTheMachineIs(int millis) {
        SplittableRandom random = new SplittableRandom(millis);
        AtomicLong elapsed = new AtomicLong();
        NanoClock slow = () -> elapsed.addAndGet(TimeUnit.MILLISECONDS.toNanos(random.nextInt(millis)));
        requireSame(
                replay(TeamDriver.timed(stateDir, START, slow), input.merged(6, 20), Set.of(), Duration.ofMinutes(5)));
    }

    /**
     * Whether a window that is older than what is kept still takes a late sample depends on when that is read: signals are left out. Counts, sums
     * and percentiles are of the requests.
     */
    @Test
    void samplesAndHeartbeatsOlderThanWhatIsKeptChangeNoFigure() {
        Map<String, WindowStats> punctual =
                figures(replay(LateRecords.NONE.input().merged(0, 1), Set.of()));
        assertThat(punctual).hasSizeGreaterThan(1_000);
        for (LateRecords late : List.of(LateRecords.SAMPLES, LateRecords.HEARTBEATS)) {
            assertThat(figures(replay(late.input().merged(6, 20), Set.of())))
                    .as("late %s", late)
                    .isEqualTo(punctual);
        }
        List<SpecificRecord> both = LateRecords.BOTH.input().merged(7, 20);
        Set<Integer> kills = Set.of(both.size() / 3, 2 * both.size() / 3, both.size() - 100);
        assertThat(figures(replay(both, kills)))
                .as("with a host that is killed")
                .isEqualTo(punctual);
    }

    private static Map<String, WindowStats> figures(Map<String, Object> content) {
        Map<String, WindowStats> figures = new TreeMap<>();
        content.forEach((name, record) -> {
            if (record instanceof WindowStats window) {
                figures.put(
                        name,
                        WindowStats.newBuilder(window)
                                .setSignals(Map.of())
                                .setSignalAgeMillis(null)
                                .build());
            }
        });
        return figures;
    }

    private static void requireSame(Map<String, Object> content) {
        assertThat(content.keySet()).isEqualTo(expected.keySet());
        content.forEach((name, record) -> assertThat(record).as(name).isEqualTo(expected.get(name)));
    }

    private static Map<String, Object> replay(List<SpecificRecord> records, Set<Integer> kills) {
        return replay(stateDir, records, kills);
    }

    /** What the records leave, read without an interruption. */
    static Map<String, Object> replay(Path stateDir, List<SpecificRecord> records) {
        return replay(stateDir, records, Set.of());
    }

    private static Map<String, Object> replay(Path stateDir, List<SpecificRecord> records, Set<Integer> kills) {
        return replay(TeamDriver.at(stateDir, START), records, kills, Duration.ofSeconds(15));
    }

    private static Map<String, Object> replay(
            TeamDriver first, List<SpecificRecord> records, Set<Integer> kills, Duration after) {
        Instant now = START;
        TeamDriver team = first;
        for (int i = 0; i < records.size(); i++) {
            if (kills.contains(i)) {
                team = team.killed(stateDir, now);
            }
            team.send(records.get(i));
            if (i % RECORDS_PER_SECOND == 0) {
                team.pass(Duration.ofSeconds(1));
                now = now.plusSeconds(1);
            }
        }
        team.pass(after);
        Map<String, Object> content = FinalContent.of(team);
        team.close();
        return content;
    }
}
