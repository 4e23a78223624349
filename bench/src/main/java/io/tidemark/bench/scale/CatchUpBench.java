package io.tidemark.bench.scale;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ConditionWait;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.bench.load.RunShape;
import io.tidemark.bench.load.SyntheticRun;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.streams.host.HostMeterRegistry;
import io.tidemark.streams.host.StreamsHost;
import io.tidemark.streams.meter.StreamsMeter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** How fast a host that was away reads what was published meanwhile, and how often it writes each window. */
public final class CatchUpBench {
    private static final Duration LIMIT = Duration.ofHours(10);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final long NANOS_BETWEEN_HEAPS = Duration.ofSeconds(5).toNanos();
    /** So long without a record, and all is written: what was INCOMPLETE is amended 30 s later, and windows may come after the step's result. */
    private static final long NANOS_QUIET = Duration.ofSeconds(45).toNanos();

    /** Its end lies so long before the wall clock: the last window that holds a value is over, and none is written PROVISIONAL. */
    private static final int ENDED_SECONDS_AGO = 400;

    private static final int SEED = 11;

    private final BenchmarkContext bench;
    private final Size size;

    /**
     * What one backlog left.
     *
     * @param windows each by its key and end
     * @param finalWindows of these, whose last record is FINAL
     * @param records written of them
     * @param tooOften windows of which more than two were written
     * @param unchanged records that say the same as the one before them of their window
     */
    public record Row(
            int eventSeconds,
            long requests,
            long windows,
            long finalWindows,
            long records,
            long tooOften,
            long unchanged,
            long keptFigures) {}

    private record Measured(Row row, double seconds, List<Long> heapBytes) {
        List<Long> firstHalf() {
            return heapBytes.subList(0, Math.max(1, heapBytes.size() / 2));
        }

        List<Long> secondHalf() {
            return heapBytes.subList(heapBytes.size() / 2, heapBytes.size());
        }
    }

    /**
     * Backlogs of one run that are read after each other; the first is a warm-up and not shown.
     *
     * @param seconds of event time of each backlog
     * @param requestsPerSecond of event time, 64 tokens each
     */
    public record Size(List<Integer> seconds, int requestsPerSecond) {
        private static final int SECONDS_PER_HOUR = 3_600;
        private static final int WARM_UP_SECONDS = 120;

        /** An hour, and four. */
        public static final Size STANDARD = ofHours(List.of(1, 4));

        public Size {
            seconds = List.copyOf(seconds);
        }

        /** Backlogs of so many hours. */
        public static Size ofHours(List<Integer> hours) {
            return new Size(
                    IntStream.concat(
                                    IntStream.of(WARM_UP_SECONDS),
                                    hours.stream().mapToInt(hour -> hour * SECONDS_PER_HOUR))
                            .boxed()
                            .toList(),
                    2);
        }
    }

    public CatchUpBench(BenchmarkContext bench, Size size) {
        this.bench = bench;
        this.size = size;
    }

    /** Prints the table, returns its counts. */
    public List<Row> run() throws InterruptedException, ExecutionException {
        List<Measured> rows = new ArrayList<>();
        try (BenchmarkCluster stack = BenchmarkCluster.start(bench)) {
            for (int seconds : size.seconds()) {
                bench.print("catchup: " + seconds + " s of event time");
                Measured measured = measure(stack, new Team("catchup-" + rows.size()), seconds);
                rows.add(measured);
                bench.print(String.format(
                        Locale.ROOT,
                        "catchup: %d s of event time in %.1f s: %.1f times real time, heap %s and %s MiB",
                        seconds,
                        measured.seconds,
                        seconds / measured.seconds,
                        mebibytes(measured.firstHalf()),
                        mebibytes(measured.secondHalf())));
            }
        }
        List<Measured> shown = rows.subList(1, rows.size());
        print(shown);
        return shown.stream().map(Measured::row).toList();
    }

    private Measured measure(BenchmarkCluster stack, Team team, int seconds)
            throws InterruptedException, ExecutionException {
        stack.create(team);
        RunShape shape = publish(stack, team, seconds);
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        List<Long> heaps = new ArrayList<>();
        long before = BenchmarkCluster.heapBytes(1);
        try (StreamsHost host =
                        StreamsHost.start(stack.hostOptions(team), bench.wall(), new HostMeterRegistry(meters, false));
                KafkaConsumer<byte[], byte[]> results = stack.consumer(team, Topic.STEPS, Topic.WINDOWS)) {
            ConditionWait waiting = new ConditionWait(bench.nanos(), Duration.ofMillis(2), LIMIT);
            WindowRecordCounts written = new WindowRecordCounts(stack, team, shape);
            long began = bench.nanos().nanos();
            long[] heapAt = {began};
            waiting.until(
                    () -> {
                        results.poll(POLL)
                                .forEach(record ->
                                        written.take(record, bench.nanos().nanos()));
                        long now = bench.nanos().nanos();
                        if (now - heapAt[0] > NANOS_BETWEEN_HEAPS) {
                            heaps.add(BenchmarkCluster.heapBytes(1) - before);
                            heapAt[0] = bench.nanos().nanos();
                        }
                        return written.hasFinal() && now - written.lastNanos() > NANOS_QUIET;
                    },
                    () -> "no FINAL result: " + host.status());
            heaps.add(BenchmarkCluster.heapBytes(1) - before);
            long kept =
                    (long) meters.get(StreamsMeter.KEPT_FIGURES.id()).counter().count();
            return new Measured(written.row(seconds, kept), (written.lastNanos() - began) / 1e9, heaps);
        }
    }

    private RunShape publish(BenchmarkCluster stack, Team team, int seconds) {
        SplittableRandom random = new SplittableRandom(SEED);
        Instant start = bench.wall().instant().minusSeconds(seconds + ENDED_SECONDS_AGO);
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
            SyntheticRun.publishAll(List.of(run), publisher);
        }
        new ServerSamples(bench, 1).publish(stack.publisher(team), start, seconds);
        return shape;
    }

    private void print(List<Measured> rows) {
        ResultTable table = new ResultTable(
                "event time h",
                "requests",
                "windows",
                "final",
                "records",
                "records/window",
                "over 2",
                "unchanged",
                "seconds",
                "seconds/h",
                "to real time",
                "heap first half MiB",
                "heap second half MiB");
        for (Measured measured : rows) {
            Row row = measured.row;
            table.row(
                    String.format(Locale.ROOT, "%.2f", row.eventSeconds / 3_600.0),
                    String.format(Locale.ROOT, "%,d", row.requests),
                    String.format(Locale.ROOT, "%,d", row.windows),
                    String.format(Locale.ROOT, "%,d", row.finalWindows),
                    String.format(Locale.ROOT, "%,d", row.records),
                    String.format(Locale.ROOT, "%.3f", row.records / (double) row.windows),
                    String.format(Locale.ROOT, "%,d", row.tooOften),
                    String.format(Locale.ROOT, "%,d", row.unchanged),
                    String.format(Locale.ROOT, "%.1f", measured.seconds),
                    String.format(Locale.ROOT, "%.2f", measured.seconds / row.eventSeconds * 3_600),
                    String.format(Locale.ROOT, "%.1f", row.eventSeconds / measured.seconds),
                    mebibytes(measured.firstHalf()),
                    mebibytes(measured.secondHalf()));
        }
        bench.print("");
        bench.table("catchup", table);
    }

    private static String mebibytes(List<Long> heaps) {
        long most = heaps.stream().mapToLong(Long::longValue).max().orElse(0);
        return String.format(Locale.ROOT, "%.1f", most / (double) (1 << 20));
    }
}
