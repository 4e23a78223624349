package io.tidemark.bench.scale;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.bench.Stack;
import io.tidemark.bench.Table;
import io.tidemark.bench.Waiting;
import io.tidemark.bench.Workbench;
import io.tidemark.bench.load.LaneScript;
import io.tidemark.bench.load.RunShape;
import io.tidemark.bench.load.SyntheticRun;
import io.tidemark.events.Finality;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RecordPosition;
import io.tidemark.streams.HostMeters;
import io.tidemark.streams.StreamsHost;
import io.tidemark.streams.meter.StreamsMeter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** How fast a host that was away reads what was published meanwhile, and how often it writes each window. */
public final class CatchUpBench {
    private static final Duration LIMIT = Duration.ofHours(10);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final long NANOS_BETWEEN_HEAPS = Duration.ofSeconds(5).toNanos();
    private static final int SEED = 11;

    private final Workbench bench;
    private final CatchUpSize size;

    /**
     * What one backlog left.
     *
     * @param windows each by its key and end
     * @param records written of them
     */
    public record Row(int eventSeconds, long requests, long windows, long records, long keptFigures) {}

    private record Measured(Row row, double seconds, List<Long> heapBytes) {}

    public CatchUpBench(Workbench bench, CatchUpSize size) {
        this.bench = bench;
        this.size = size;
    }

    /** Prints the table, returns its counts. */
    public List<Row> run() throws InterruptedException, ExecutionException {
        List<Measured> rows = new ArrayList<>();
        try (Stack stack = Stack.start(bench)) {
            for (int seconds : size.seconds()) {
                bench.say("catchup: " + seconds + " s of event time");
                rows.add(measure(stack, new Team("catchup-" + rows.size()), seconds));
            }
        }
        List<Measured> shown = rows.subList(1, rows.size());
        print(shown);
        return shown.stream().map(Measured::row).toList();
    }

    private Measured measure(Stack stack, Team team, int seconds) throws InterruptedException, ExecutionException {
        stack.create(team);
        RunShape shape = publish(stack, team, seconds);
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        List<Long> heaps = new ArrayList<>();
        long before = heapInUse();
        try (StreamsHost host = StreamsHost.start(
                        stack.hostOptions("host-" + team.name()).withTeams(Set.of(team.name())),
                        bench.wall(),
                        new HostMeters(meters, false));
                KafkaConsumer<byte[], byte[]> phases = stack.consumer(team, Topic.PHASES)) {
            Waiting waiting = new Waiting(bench.nanos(), Duration.ofMillis(2), LIMIT);
            EventDecoder<StepResult> decoder = stack.registry().decoder(StepResult.class);
            long began = bench.nanos().nanos();
            long[] heapAt = {began};
            long ended = waiting.until(
                    () -> {
                        if (bench.nanos().nanos() - heapAt[0] > NANOS_BETWEEN_HEAPS) {
                            heapAt[0] = bench.nanos().nanos();
                            heaps.add(heapInUse() - before);
                        }
                        return hasFinal(phases, decoder, shape.requests());
                    },
                    () -> "no FINAL result: " + host.status());
            heaps.add(heapInUse() - before);
            long kept =
                    (long) meters.get(StreamsMeter.KEPT_FIGURES.id()).counter().count();
            Written written = written(stack, team, shape);
            return new Measured(
                    new Row(seconds, shape.requests(), written.windows(), written.records, kept),
                    (ended - began) / 1e9,
                    heaps);
        }
    }

    private RunShape publish(Stack stack, Team team, int seconds) {
        SplittableRandom random = new SplittableRandom(SEED);
        Instant start = bench.wall().instant().minusSeconds(seconds);
        RunShape shape = new RunShape(
                Ulid.next(bench.wall(), random),
                start,
                2,
                1,
                seconds * size.requestsPerSecond() / 2,
                size.requestsPerSecond() / 2.0,
                RunShape.Answers.CHAT);
        SyntheticRun run = new SyntheticRun(shape, random);
        try (Publisher publisher = stack.publisher(team)) {
            run.publishStart(publisher);
            while (run.lanes().stream().anyMatch(LaneScript::hasNext)) { // as they were at the same time
                run.lanes().stream().filter(LaneScript::hasNext).forEach(lane -> lane.publishNext(publisher));
            }
            run.publishEnd(publisher);
        }
        new ServerPages(bench, 1).publish(stack.publisher(team), seconds);
        return shape;
    }

    private static boolean hasFinal(
            KafkaConsumer<byte[], byte[]> phases, EventDecoder<StepResult> decoder, long requests) {
        boolean[] found = {false};
        phases.poll(POLL).forEach(record -> {
            StepResult result = decoder.decode(RecordPosition.of(record), record.value());
            found[0] |= result.getFinality() == Finality.FINAL && result.getDue() == requests;
        });
        return found[0];
    }

    /** Records of windows, and of each key the ends of its windows as seconds of the run. */
    private static final class Written {
        private final Map<String, BitSet> ends = new HashMap<>();
        private long records;

        long windows() {
            return ends.values().stream().mapToLong(BitSet::cardinality).sum();
        }
    }

    private Written written(Stack stack, Team team, RunShape shape) {
        Written written = new Written();
        EventDecoder<WindowStats> decoder = stack.registry().decoder(WindowStats.class);
        try (KafkaConsumer<byte[], byte[]> windows = stack.consumer(team, Topic.WINDOWS)) {
            Map<TopicPartition, Long> until = windows.endOffsets(windows.assignment());
            while (until.entrySet().stream().anyMatch(end -> windows.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<byte[], byte[]> record : windows.poll(POLL)) {
                    WindowStats window = decoder.decode(RecordPosition.of(record), record.value());
                    long end = window.getEnd().getEpochSecond() - shape.start().getEpochSecond();
                    written.ends
                            .computeIfAbsent(new String(record.key(), StandardCharsets.UTF_8), unseen -> new BitSet())
                            .set(Math.toIntExact(end));
                    written.records++;
                }
            }
        }
        return written;
    }

    private static long heapInUse() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private void print(List<Measured> rows) {
        Table table = new Table(
                "event time h",
                "requests",
                "windows",
                "records",
                "records/window",
                "seconds",
                "to real time",
                "heap first half MiB",
                "heap second half MiB");
        for (Measured measured : rows) {
            Row row = measured.row;
            int half = measured.heapBytes.size() / 2;
            table.row(
                    String.format(Locale.ROOT, "%.2f", row.eventSeconds / 3_600.0),
                    String.format(Locale.ROOT, "%,d", row.requests),
                    String.format(Locale.ROOT, "%,d", row.windows),
                    String.format(Locale.ROOT, "%,d", row.records),
                    String.format(Locale.ROOT, "%.3f", row.records / (double) row.windows),
                    String.format(Locale.ROOT, "%.1f", measured.seconds),
                    String.format(Locale.ROOT, "%.1f", row.eventSeconds / measured.seconds),
                    mebibytes(measured.heapBytes.subList(0, Math.max(1, half))),
                    mebibytes(measured.heapBytes.subList(half, measured.heapBytes.size())));
        }
        bench.say("");
        bench.table("catchup", table);
    }

    private static String mebibytes(List<Long> heaps) {
        long most = heaps.stream().mapToLong(Long::longValue).max().orElse(0);
        return String.format(Locale.ROOT, "%.1f", most / (double) (1 << 20));
    }
}
