package io.tidemark.bench.scale;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ConditionWait;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.bench.load.RunShape;
import io.tidemark.bench.load.SyntheticRun;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.streams.host.HostMeterRegistry;
import io.tidemark.streams.host.StreamsHost;
import io.tidemark.streams.meter.StreamsMeter;
import io.tidemark.streams.processor.Destination;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/** What telemetry weighs: bytes at the broker per token, request and scraped page, and stream thread's time per page. */
public final class IntakeBench {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int SEED = 3;

    private final BenchmarkContext bench;
    private final Size size;

    /** What was published, and pages that the streams had read in the end. */
    public record Counts(long tokens, long requests, long pages, long read) {}

    private record Weights(long tokenBytes, long requestBytes, long pageBytes) {}

    /**
     * How much telemetry is weighed.
     *
     * @param requests of 64 tokens each, 5 chunks a batch
     * @param requestsPerSecond of event time
     * @param targets whose pages are scraped, all of one run
     * @param pagesPerTarget one a second
     */
    public record Size(int requests, double requestsPerSecond, int targets, int pagesPerTarget) {
        public static final Size STANDARD = new Size(20_000, 200, 250, 240);

        long pages() {
            return (long) targets * pagesPerTarget;
        }
    }

    public IntakeBench(BenchmarkContext bench, Size size) {
        this.bench = bench;
        this.size = size;
    }

    /** Prints the table, returns its counts. */
    public Counts run() throws InterruptedException, ExecutionException {
        try (BenchmarkCluster stack = BenchmarkCluster.start(bench)) {
            Team load = new Team("load");
            stack.create(load);
            RunShape shape = answers(stack, load);
            Team warmUp = new Team("warm-up");
            var unused = pages(stack, warmUp, size.pagesPerTarget() / 4);
            Team servers = new Team("servers");
            double seconds = pages(stack, servers, size.pagesPerTarget());
            Weights weights = new Weights(
                    stack.bytes(Topic.TOKENS.in(load)),
                    stack.bytes(Topic.REQUESTS.in(load)),
                    stack.bytes(Topic.SERVERS.in(servers)));
            print(shape, weights, seconds);
            return new Counts(shape.tokens(), shape.requests(), size.pages(), read(stack, servers));
        }
    }

    private RunShape answers(BenchmarkCluster stack, Team team) {
        SplittableRandom random = new SplittableRandom(SEED);
        RunShape shape = new RunShape(
                Ulid.next(bench.wall(), random),
                bench.wall().instant().minus(Duration.ofHours(1)),
                1,
                1,
                size.requests(),
                size.requestsPerSecond(),
                RunShape.Answers.CHAT);
        SyntheticRun run = new SyntheticRun(shape, random);
        bench.print("intake: " + shape.requests() + " requests");
        try (KafkaPublisher publisher = stack.publisher(team)) {
            SyntheticRun.publishAll(List.of(run), publisher);
        }
        return shape;
    }

    /** Publishes the pages and has them read; returns the seconds from RUNNING until none is left. */
    private double pages(BenchmarkCluster stack, Team team, int perTarget)
            throws InterruptedException, ExecutionException {
        stack.create(team);
        bench.print("intake: " + perTarget + " pages of each of " + size.targets() + " targets");
        new ServerSamples(bench, size.targets())
                .publish(stack.publisher(team), bench.wall().instant().minusSeconds(perTarget), perTarget);
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (StreamsHost host =
                StreamsHost.start(stack.hostOptions(team), bench.wall(), new HostMeterRegistry(meters, false))) {
            ConditionWait waiting = new ConditionWait(bench.nanos(), Duration.ofMillis(20), LIMIT);
            long began = stack.awaitRunning(host, team);
            long ended = waiting.until(
                    () -> read(stack, team) >= (long) perTarget * size.targets() && isIdle(meters),
                    () -> read(stack, team) + " pages were read");
            return (ended - began) / 1e9;
        }
    }

    /** Pages that the team's application has committed. */
    private static long read(BenchmarkCluster stack, Team team) {
        try {
            return stack
                    .admin()
                    .listConsumerGroupOffsets(team.applicationId())
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .entrySet()
                    .stream()
                    .filter(entry -> entry.getKey().topic().equals(Topic.SERVERS.in(team)))
                    .mapToLong(entry -> entry.getValue().offset())
                    .sum();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("offsets of " + team + " could not be read", e);
        }
    }

    private static boolean isIdle(SimpleMeterRegistry meters) {
        return Stream.of(Destination.TARGET_INBOX, Destination.RUN_INBOX).allMatch(inbox -> {
            Gauge lag = meters.find(StreamsMeter.LAG.id())
                    .tag("topic", inbox.label())
                    .gauge();
            return lag != null && lag.value() == 0;
        });
    }

    private void print(RunShape shape, Weights weights, double seconds) {
        ResultTable table = new ResultTable("at the broker, lz4", "number", "bytes each", "stream thread ms each");
        row(table, "token in tokens", shape.tokens(), weights.tokenBytes, "");
        row(table, "token in requests", shape.tokens(), weights.requestBytes, "");
        row(table, "request in requests", shape.requests(), weights.requestBytes, "");
        row(table, "page in servers", size.pages(), weights.pageBytes, each(seconds));
        bench.print("");
        bench.table("intake", table);
    }

    private String each(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds * 1e3 / size.pages());
    }

    private static void row(ResultTable table, String what, long number, long bytes, String millis) {
        List<String> cells = List.of(
                what,
                String.format(Locale.ROOT, "%,d", number),
                String.format(Locale.ROOT, "%.1f", (double) bytes / number),
                millis);
        table.row(cells.toArray(String[]::new));
    }
}
