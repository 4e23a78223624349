package io.tidemark.bench.lag;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ConditionWait;
import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.bench.lag.WindowLags.EndedRequest;
import io.tidemark.bench.lag.WindowLags.ReadWindow;
import io.tidemark.bench.load.LaneEventSource;
import io.tidemark.bench.load.RunShape;
import io.tidemark.bench.load.SyntheticRun;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.WindowStats;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** Publishes a run of a team in real time and notes when its requests and the windows that hold them could be read. */
final class LagProbe {
    /** Where an event has its run's name: after the wire format's head and the length of the name. */
    static final int NAME_AT = 6;

    private static final Duration FINAL_WITHIN = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(100);

    private final BenchmarkContext bench;
    private final BenchmarkCluster stack;
    private final Team team;
    private final SplittableRandom random = new SplittableRandom(7);
    private final String run;
    private final LagBench.Size size;

    /** What came, and from when on it counts. */
    record Observed(List<EndedRequest> requests, List<ReadWindow> windows, long measuredFromNanos) {
        /** Prints it as a table under a name; returns the counts. */
        LagBench.Counts print(BenchmarkContext bench, String name) {
            WindowLags lags = new WindowLags(requests, windows);
            long[] bareNanos = requests.stream()
                    .filter(request -> request.endNanos() >= measuredFromNanos)
                    .mapToLong(request -> request.readNanos() - request.endNanos())
                    .toArray();
            long[] anyNanos = lags.toFirstWindow(measuredFromNanos);
            long[] finalNanos = lags.toFinalWindow(measuredFromNanos);
            DurationSample bare = DurationSample.of(bareNanos);
            ResultTable table = new ResultTable(
                    "ms from a request's end to", "requests", "p50", "p99", "max", "p50 ratio", "p99 ratio");
            row(table, "bare consumer has the request", bare, bare);
            row(table, "a 10 s window holds it", DurationSample.of(anyNanos), bare);
            row(table, "a FINAL 10 s window holds it", DurationSample.of(finalNanos), bare);
            bench.print("");
            bench.table(name, table);
            return new LagBench.Counts(bareNanos.length, anyNanos.length, finalNanos.length);
        }

        private static void row(ResultTable table, String name, DurationSample lag, DurationSample bare) {
            table.row(
                    name,
                    String.valueOf(lag.count()),
                    lag.millis(0.5),
                    lag.millis(0.99),
                    lag.millis(1),
                    lag.ratio(0.5, bare),
                    lag.ratio(0.99, bare));
        }
    }

    /** Reads a topic of the team until it is stopped, and keeps what is wanted of it with the time at which it was read. */
    private final class Watch<T> implements Callable<List<T>> {
        private final Topic topic;
        private final BooleanSupplier stopped;
        private final Reader<T> reader;
        private final List<T> seen = new CopyOnWriteArrayList<>();

        Watch(Topic topic, BooleanSupplier stopped, Reader<T> reader) {
            this.topic = topic;
            this.stopped = stopped;
            this.reader = reader;
        }

        @Override
        public List<T> call() {
            try (KafkaConsumer<byte[], byte[]> records = stack.consumer(team, topic)) {
                while (!stopped.getAsBoolean()) {
                    ConsumerRecords<byte[], byte[]> some = records.poll(POLL);
                    long readNanos = epochNanos(bench.wall().instant());
                    some.forEach(record -> reader.read(record, readNanos).ifPresent(seen::add));
                }
            }
            return seen;
        }
    }

    /** What is wanted of a record that was read at an epoch nanosecond. */
    @FunctionalInterface
    private interface Reader<T> {
        Optional<T> read(ConsumerRecord<byte[], byte[]> record, long readNanos);
    }

    LagProbe(BenchmarkContext bench, BenchmarkCluster stack, Team team, LagBench.Size size) {
        this.bench = bench;
        this.stack = stack;
        this.team = team;
        this.size = size;
        this.run = Ulid.next(bench.wall(), random);
    }

    Observed observe() throws InterruptedException, ExecutionException {
        AtomicBoolean stop = new AtomicBoolean();
        Watch<ReadWindow> windows = new Watch<>(Topic.WINDOWS, stop::get, windows());
        Watch<EndedRequest> requests = new Watch<>(Topic.REQUESTS, stop::get, requests());
        ExecutorService taps = Executors.newFixedThreadPool(2);
        try {
            Future<List<ReadWindow>> windowsSeen = taps.submit(windows);
            Future<List<EndedRequest>> requestsSeen = taps.submit(requests);
            Instant measuredFrom = bench.wall().instant().plusSeconds(size.warmUpSeconds());
            long lastSecond = publish().getEpochSecond() + 1;
            new ConditionWait(bench.nanos(), Duration.ofMillis(50), FINAL_WITHIN)
                    .until(
                            () -> hasFinal(windows.seen, lastSecond),
                            () -> "no FINAL window ends at or after " + lastSecond);
            stop.set(true);
            return new Observed(requestsSeen.get(), windowsSeen.get(), epochNanos(measuredFrom));
        } finally {
            stop.set(true);
            taps.shutdown();
        }
    }

    /** Each E2E window of the run. */
    private Reader<ReadWindow> windows() {
        EventDecoder<WindowStats> decoder = stack.registry().decoder(WindowStats.class);
        return (record, readNanos) -> Optional.of(decoder.decode(RecordPosition.of(record), record.value()))
                .filter(window -> window.getRun().equals(run)
                        && window.getMetric() == MetricName.E2E
                        && window.getWindowSeconds() == WindowLags.WINDOW_SECONDS)
                .map(window -> new ReadWindow(
                        window.getEnd().getEpochSecond(), window.getFinality(), window.getCount(), readNanos));
    }

    /** The yardstick: each request of the run. Those of others are not decoded. */
    private Reader<EndedRequest> requests() {
        EventDecoder<RequestEvent> decoder = stack.registry().decoder(RequestEvent.class);
        byte[] name = run.getBytes(StandardCharsets.US_ASCII);
        return (record, readNanos) -> Optional.of(record)
                .filter(one -> Arrays.equals(one.value(), NAME_AT, NAME_AT + name.length, name, 0, name.length))
                .map(one -> decoder.decode(RecordPosition.of(one), one.value()))
                .map(request -> new EndedRequest(
                        epochNanos(request.getDue()) + Objects.requireNonNull(request.getEndNanos()), readNanos));
    }

    /** Whether a FINAL window that ends at this second or later was read. */
    private static boolean hasFinal(List<ReadWindow> windows, long endSecond) {
        return windows.stream()
                .anyMatch(window -> window.finality() == Finality.FINAL && window.endSecond() >= endSecond);
    }

    private static long epochNanos(Instant instant) {
        return ChronoUnit.NANOS.between(Instant.EPOCH, instant);
    }

    /** Publishes each event when it happens; returns when the last request ended. */
    private Instant publish() {
        Instant start = bench.wall().instant();
        long startNanos = bench.nanos().nanos();
        RunShape shape =
                new RunShape(run, start, 1, 1, size.requests(), size.requestsPerSecond(), RunShape.Answers.CHAT);
        SyntheticRun synthetic = new SyntheticRun(shape, random);
        try (KafkaPublisher publisher = stack.publisher(team)) {
            synthetic.publishStart(publisher);
            LaneEventSource lane = synthetic.lanes().get(0);
            while (lane.hasNext()) {
                bench.awaitNanos(startNanos + lane.nextNanos());
                lane.publishNext(publisher);
            }
            synthetic.publishEnd(publisher);
        }
        return synthetic.lastEnd();
    }
}
