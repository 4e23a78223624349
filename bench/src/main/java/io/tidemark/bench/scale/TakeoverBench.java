package io.tidemark.bench.scale;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.bench.load.LaneEventSource;
import io.tidemark.bench.load.RunShape;
import io.tidemark.bench.load.SyntheticRun;
import io.tidemark.events.WindowStats;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.streams.host.GroupOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * Two hosts share a team of several runs; one is killed. How long each run had no window, from its last one before the kill: those of the
 * host that lives go on, those of the dead one wait until the other has taken over.
 */
public final class TakeoverBench {
    private static final int RUNS = 8;
    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** What the dead host had sent may be read so long after it was killed. */
    private static final Duration IN_FLIGHT = Duration.ofSeconds(1);

    private final BenchmarkContext bench;
    private final TakeoverSize size;

    /** What happened: runs that went on after the kill. */
    public record Row(String group, int runs) {}

    private record Measured(GroupOptions group, int runs, List<Double> silentSeconds) {}

    public TakeoverBench(BenchmarkContext bench, TakeoverSize size) {
        this.bench = bench;
        this.size = size;
    }

    /** Prints the table, returns its counts. */
    public List<Row> run() throws InterruptedException, ExecutionException, IOException {
        List<Measured> rows = new ArrayList<>();
        try (BenchmarkCluster stack = BenchmarkCluster.start(bench)) {
            for (GroupOptions group : size.groups()) {
                bench.print("takeover: " + words(group));
                rows.add(measure(stack, group, new Team("takeover-" + rows.size())));
            }
        }
        print(rows);
        return rows.stream().map(row -> new Row(words(row.group), row.runs)).toList();
    }

    private Measured measure(BenchmarkCluster stack, GroupOptions group, Team team)
            throws InterruptedException, ExecutionException, IOException {
        stack.create(team);
        try (StreamsHostProcess first = StreamsHostProcess.start(bench, stack, team.name() + "-1", group);
                StreamsHostProcess second = StreamsHostProcess.start(bench, stack, team.name() + "-2", group);
                KafkaPublisher publisher = stack.publisher(team);
                KafkaConsumer<byte[], byte[]> windows = stack.consumer(team, Topic.WINDOWS)) {
            first.awaitRunning(bench.nanos(), 1);
            second.awaitRunning(bench.nanos(), 1);
            WindowGaps silences = new WindowGaps();
            Watch watch = new Watch(stack.registry().decoder(WindowStats.class), windows, silences);
            List<LaneEventSource> lanes = lanes(publisher);
            long start = bench.nanos().nanos();
            play(lanes, publisher, watch, start, size.before());
            first.kill();
            long killed = bench.nanos().nanos();
            long until = killed;
            while (!silences.allSince(killed + IN_FLIGHT.toNanos()) && until - killed < LIMIT.toNanos()) {
                play(lanes, publisher, watch, start, Duration.ofNanos(until - start));
                until = bench.nanos().nanos();
            }
            return new Measured(
                    group, silences.runsSince(killed + IN_FLIGHT.toNanos()), silences.longest(killed, until));
        }
    }

    private List<LaneEventSource> lanes(KafkaPublisher publisher) {
        List<LaneEventSource> lanes = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < RUNS; i++) {
            SyntheticRun run = new SyntheticRun(
                    new RunShape(
                            Ulid.next(bench.wall(), random),
                            bench.wall().instant(),
                            1,
                            1,
                            Integer.MAX_VALUE,
                            size.requestsPerSecond(),
                            RunShape.Answers.CHAT),
                    random.split());
            run.publishStart(publisher);
            lanes.add(run.lanes().get(0));
        }
        return lanes;
    }

    /** Publishes in real time until so long after the start, and reads windows meanwhile. */
    private void play(List<LaneEventSource> lanes, KafkaPublisher publisher, Watch watch, long start, Duration until) {
        do {
            long sinceStart = bench.nanos().nanos() - start;
            for (LaneEventSource lane : lanes) {
                while (lane.nextNanos() <= sinceStart) {
                    lane.publishNext(publisher);
                }
            }
            watch.read(bench.nanos().nanos());
        } while (bench.nanos().nanos() - start < until.toNanos());
    }

    /** Reads windows into the silences of their runs. Not thread-safe. */
    private record Watch(
            EventDecoder<WindowStats> decoder, KafkaConsumer<byte[], byte[]> windows, WindowGaps silences) {
        void read(long nowNanos) {
            windows.poll(POLL)
                    .forEach(record -> silences.read(
                            decoder.decode(RecordPosition.of(record), record.value())
                                    .getRun(),
                            nowNanos));
        }
    }

    private void print(List<Measured> rows) {
        ResultTable table = new ResultTable(
                "two hosts, one killed", "runs that go on", "shortest silence s", "median s", "longest s");
        for (Measured row : rows) {
            List<Double> silent = row.silentSeconds;
            table.row(
                    words(row.group),
                    row.runs + " of " + silent.size(),
                    seconds(silent.get(0)),
                    seconds(silent.get(silent.size() / 2)),
                    seconds(silent.get(silent.size() - 1)));
        }
        bench.print("");
        bench.table("takeover", table);
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.1f", seconds);
    }

    private static String words(GroupOptions group) {
        return group.protocol().name().toLowerCase(Locale.ROOT) + " protocol, " + group.standbys() + " standbys";
    }
}
