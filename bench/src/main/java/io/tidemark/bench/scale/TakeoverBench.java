package io.tidemark.bench.scale;

import io.tidemark.bench.Stack;
import io.tidemark.bench.Table;
import io.tidemark.bench.Workbench;
import io.tidemark.bench.load.LaneScript;
import io.tidemark.bench.load.RunShape;
import io.tidemark.bench.load.SyntheticRun;
import io.tidemark.events.WindowStats;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RecordPosition;
import io.tidemark.streams.HostGroup;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * Two hosts share a team of several runs; one is killed. How long each run had no window: those of the host that lives go on, those of
 * the dead one wait until the other has taken over.
 */
public final class TakeoverBench {
    private static final int RUNS = 8;
    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final Workbench bench;
    private final TakeoverSize size;

    /** What happened: runs that had a window after the kill. */
    public record Row(String group, int runs) {}

    private record Measured(HostGroup group, List<Double> silentSeconds) {}

    public TakeoverBench(Workbench bench, TakeoverSize size) {
        this.bench = bench;
        this.size = size;
    }

    /** Prints the table, returns its counts. */
    public List<Row> run() throws InterruptedException, ExecutionException, IOException {
        List<Measured> rows = new ArrayList<>();
        try (Stack stack = Stack.start(bench)) {
            for (HostGroup group : size.groups()) {
                bench.say("takeover: " + words(group));
                rows.add(measure(stack, group, new Team("takeover-" + rows.size())));
            }
        }
        print(rows);
        return rows.stream()
                .map(row -> new Row(words(row.group), row.silentSeconds.size()))
                .toList();
    }

    private Measured measure(Stack stack, HostGroup group, Team team)
            throws InterruptedException, ExecutionException, IOException {
        stack.create(team);
        try (HostUnderTest first = HostUnderTest.start(bench, stack, team.name() + "-1", group);
                HostUnderTest second = HostUnderTest.start(bench, stack, team.name() + "-2", group);
                KafkaPublisher publisher = stack.publisher(team);
                KafkaConsumer<byte[], byte[]> windows = stack.consumer(team, Topic.WINDOWS)) {
            first.awaitRunning(bench.nanos(), 1);
            second.awaitRunning(bench.nanos(), 1);
            Watch watch = new Watch(stack.registry().decoder(WindowStats.class), windows);
            List<LaneScript> lanes = lanes(publisher);
            long start = bench.nanos().nanos();
            play(lanes, publisher, watch, start, size.before());
            first.kill();
            long killed = bench.nanos().nanos();
            Map<String, Long> known = watch.last();
            long until = killed;
            while (!watch.allAfter(known, killed) && until - killed < LIMIT.toNanos()) {
                play(lanes, publisher, watch, start, Duration.ofNanos(until - start));
                until = bench.nanos().nanos();
            }
            return new Measured(group, watch.firstAfter(killed));
        }
    }

    private List<LaneScript> lanes(KafkaPublisher publisher) {
        List<LaneScript> lanes = new ArrayList<>();
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
    private void play(List<LaneScript> lanes, KafkaPublisher publisher, Watch watch, long start, Duration until) {
        do {
            long sinceStart = bench.nanos().nanos() - start;
            for (LaneScript lane : lanes) {
                while (lane.nextNanos() <= sinceStart) {
                    lane.publishNext(publisher);
                }
            }
            watch.read(bench.nanos().nanos());
        } while (bench.nanos().nanos() - start < until.toNanos());
    }

    /** When windows of each run were read. Not thread-safe. */
    private static final class Watch {
        private final EventDecoder<WindowStats> decoder;
        private final KafkaConsumer<byte[], byte[]> windows;
        private final Map<String, List<Long>> readNanos = new HashMap<>();

        Watch(EventDecoder<WindowStats> decoder, KafkaConsumer<byte[], byte[]> windows) {
            this.decoder = decoder;
            this.windows = windows;
        }

        void read(long nowNanos) {
            windows.poll(POLL)
                    .forEach(record -> readNanos
                            .computeIfAbsent(
                                    decoder.decode(RecordPosition.of(record), record.value())
                                            .getRun(),
                                    unseen -> new ArrayList<>())
                            .add(nowNanos));
        }

        Map<String, Long> last() {
            Map<String, Long> last = new HashMap<>();
            readNanos.forEach((run, times) -> last.put(run, times.get(times.size() - 1)));
            return last;
        }

        boolean allAfter(Map<String, Long> known, long nanos) {
            return known.keySet().stream()
                    .allMatch(run -> last().getOrDefault(run, nanos) - nanos
                            > Duration.ofSeconds(1).toNanos());
        }

        /** For each run the longest time without a window that the kill is in or follows. */
        List<Double> firstAfter(long killed) {
            List<Double> silent = new ArrayList<>();
            for (List<Long> times : readNanos.values()) {
                long before = killed;
                long longest = 0;
                for (long time : times) {
                    if (time > killed) {
                        longest = Math.max(longest, time - before);
                        before = time;
                    }
                }
                silent.add(longest / 1e9);
            }
            silent.sort(null);
            return silent;
        }
    }

    private void print(List<Measured> rows) {
        Table table = new Table("two hosts, one killed", "runs", "shortest silence s", "median s", "longest s");
        for (Measured row : rows) {
            List<Double> silent = row.silentSeconds;
            table.row(
                    words(row.group),
                    String.valueOf(silent.size()),
                    seconds(silent.get(0)),
                    seconds(silent.get(silent.size() / 2)),
                    seconds(silent.get(silent.size() - 1)));
        }
        bench.say("");
        bench.say(table.text());
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.1f", seconds);
    }

    private static String words(HostGroup group) {
        return group.protocol().name().toLowerCase(Locale.ROOT) + " protocol, " + group.standbys() + " standbys";
    }
}
