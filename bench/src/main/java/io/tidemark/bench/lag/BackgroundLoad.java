package io.tidemark.bench.lag;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.load.LaneEventSource;
import io.tidemark.bench.load.RunShape;
import io.tidemark.bench.load.SyntheticRun;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.UnbufferedPublisher;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.serde.EventEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Some runs of a team at a high rate in real time, 20 series. Events are encoded before: one run is recorded, and sent under the names
 * of several, which lie in its bytes where Avro puts a record's first field. Otherwise making them would take more than reading them.
 */
final class BackgroundLoad implements Callable<BackgroundLoad.Sent> {
    /** Runs at the same time. */
    static final int RUNS = 4;

    private static final int TARGETS = 5;
    private static final Duration LEAD = Duration.ofSeconds(20);

    private final BenchmarkContext bench;
    private final BenchmarkCluster stack;
    private final Team team;
    private final RunShape shape;
    private final List<String> runs;
    private final long startNanos;
    private final List<RecordingPublisher.Due> events;
    private final AtomicReference<@Nullable Exception> failed = new AtomicReference<>();

    /** How many events were sent in how long. */
    record Sent(long events, long nanos) {}

    private BackgroundLoad(BenchmarkContext bench, BenchmarkCluster stack, Team team, RunShape shape) {
        SplittableRandom random = new SplittableRandom(11);
        this.bench = bench;
        this.stack = stack;
        this.team = team;
        this.shape = shape;
        this.runs = new ArrayList<>(List.of(shape.run()));
        while (runs.size() < RUNS) {
            addIfInTurn(Ulid.next(bench.wall(), random));
        }
        this.startNanos = bench.nanos().nanos()
                + Duration.between(bench.wall().instant(), shape.start()).toNanos();
        this.events = record(new SyntheticRun(shape, random));
    }

    /** Recorded, and to be called at once: it begins {@link #startNanos} then. */
    static BackgroundLoad record(BenchmarkContext bench, BenchmarkCluster stack, Team team, Rate rate) {
        double perRun = rate.requestsPerSecond / RUNS;
        String run = Ulid.next(bench.wall(), new SplittableRandom(12));
        Instant start = bench.wall().instant().plus(LEAD);
        int requests = (int) Math.max(1, Math.round(perRun * rate.seconds));
        return new BackgroundLoad(
                bench,
                stack,
                team,
                new RunShape(run, start, 1, 1, requests, perRun, RunShape.Answers.CHAT.of(TARGETS)));
    }

    /** How much of it. */
    record Rate(double requestsPerSecond, int seconds) {}

    /** When its first second begins. */
    long startNanos() {
        return startNanos;
    }

    @Override
    public Sent call() {
        define();
        if (bench.nanos().nanos() > startNanos) {
            throw new IllegalStateException("recording " + events.size() + " events took longer than " + LEAD);
        }
        try (KafkaProducer<byte[], byte[]> producer = stack.producer()) {
            for (RecordingPublisher.Due event : events) {
                bench.awaitNanos(startNanos + event.atNanos());
                runs.forEach(run -> send(producer, event, run));
            }
        }
        if (failed.get() != null) {
            throw new IllegalStateException("not all events could be sent", failed.get());
        }
        return new Sent((long) events.size() * RUNS, bench.nanos().nanos() - startNanos);
    }

    private void define() {
        try (KafkaPublisher publisher = stack.publisher(team)) {
            for (String run : runs) {
                RunShape same = new RunShape(
                        run, shape.start(), 1, 1, shape.requestsPerStep(), shape.perSecond(), shape.answers());
                new SyntheticRun(same, new SplittableRandom(0)).publishStart(publisher);
            }
        }
    }

    private List<RecordingPublisher.Due> record(SyntheticRun run) {
        LaneEventSource lane = run.lanes().get(0);
        long[] nowNanos = new long[1];
        RecordingPublisher recording = new RecordingPublisher(stack, team, () -> nowNanos[0]);
        while (lane.hasNext()) {
            nowNanos[0] = lane.nextNanos();
            lane.publishNext(recording);
        }
        return recording.events();
    }

    private void send(KafkaProducer<byte[], byte[]> producer, RecordingPublisher.Due event, String run) {
        byte[] name = run.getBytes(StandardCharsets.US_ASCII);
        byte[] bytes = event.bytes().clone();
        System.arraycopy(name, 0, bytes, LagProbe.NAME_AT, name.length);
        var unused = producer.send(
                new ProducerRecord<>(event.topic().in(team), partition(event.topic(), run), name, bytes),
                (sent, error) -> failed.compareAndSet(null, error));
    }

    /** Every second run is of another partition, so that all have as much to do. */
    private void addIfInTurn(String run) {
        String last = runs.get(runs.size() - 1);
        if (partition(Topic.TOKENS, run) != partition(Topic.TOKENS, last)) {
            runs.add(run);
        }
    }

    private static int partition(Topic topic, String run) {
        String lane = RunShape.lane(0);
        String key = topic == Topic.HEARTBEATS ? Keys.heartbeat(run, lane) : Keys.request(run, lane, 0);
        return topic.partition(key, BenchmarkCluster.PARTITIONS);
    }

    /** Keeps the encoded events of a run with the time that each is due at. Not thread-safe. */
    private static final class RecordingPublisher extends UnbufferedPublisher {
        private final LongSupplier nanos;
        private final EventEncoder<TokenBatch> tokens;
        private final EventEncoder<RequestEvent> requests;
        private final EventEncoder<Heartbeat> heartbeats;
        private final List<Due> events = new ArrayList<>();

        /** An event of a topic, and when it is due since the run's start; its bytes are not a copy. */
        @SuppressWarnings("ArrayRecordComponent") // the bytes are copied and sent, never compared
        record Due(long atNanos, Topic topic, byte[] bytes) {}

        /** {@code nanos} says when what is published next is due. */
        RecordingPublisher(BenchmarkCluster stack, Team team, LongSupplier nanos) {
            this.nanos = nanos;
            this.tokens = stack.registry().encoder(Topic.TOKENS, team, TokenBatch.class);
            this.requests = stack.registry().encoder(Topic.REQUESTS, team, RequestEvent.class);
            this.heartbeats = stack.registry().encoder(Topic.HEARTBEATS, team, Heartbeat.class);
        }

        List<Due> events() {
            return events;
        }

        @Override
        public void publish(TokenBatch batch) {
            keep(Topic.TOKENS, tokens.encode(batch));
        }

        @Override
        public void publish(RequestEvent event) {
            keep(Topic.REQUESTS, requests.encode(event));
        }

        @Override
        public void publish(Heartbeat heartbeat) {
            keep(Topic.HEARTBEATS, heartbeats.encode(heartbeat));
        }

        @Override
        public void publish(ControlEvent event) {
            throw new UnsupportedOperationException("definitions are published as they are");
        }

        @Override
        public void publish(ServerSample sample) {
            throw new UnsupportedOperationException("a synthetic run has no samples");
        }

        private void keep(Topic topic, byte[] bytes) {
            events.add(new Due(nanos.getAsLong(), topic, bytes));
        }
    }
}
