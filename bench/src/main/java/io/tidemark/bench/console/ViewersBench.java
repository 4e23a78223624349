package io.tidemark.bench.console;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.console.live.LiveTeams;
import io.tidemark.console.server.ConsoleServer;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.kafka.RecordFeed;
import io.tidemark.schemas.serde.EventEncoder;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebSecurity;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Many pages that are open on one run: processor time of the console's threads, and from the publishing of a window until a page has it. Pages are
 * HTTP clients in the same process; their threads are not counted.
 */
public final class ViewersBench {
    private static final Team TEAM = new Team("bench");
    private static final List<MetricName> METRICS = List.of(
            MetricName.TTFT,
            MetricName.TTFT_DUE,
            MetricName.TPOT,
            MetricName.ITL,
            MetricName.E2E,
            MetricName.QUEUE_TIME,
            MetricName.E2E_DUE);
    private static final Pattern PUBLISHED = Pattern.compile("\"p50Nanos\":(\\d+)");
    private static final double NANOS_PER_SECOND = 1e9;

    private final BenchmarkContext bench;
    private final List<Integer> viewers;
    private final int seconds;
    private final String run;

    /**
     * @param viewers open pages of each round
     * @param seconds of a round
     */
    public ViewersBench(BenchmarkContext bench, List<Integer> viewers, int seconds) {
        this.bench = bench;
        this.viewers = List.copyOf(viewers);
        this.seconds = seconds;
        this.run = Ulid.next(bench.wall(), new SplittableRandom(1));
    }

    /** What a round gave. */
    public record Round(int viewers, long received, double cores, DurationSample lag) {}

    /** Prints the table. */
    public List<Round> run() throws IOException, InterruptedException, ExecutionException {
        Files.createDirectories(bench.folder());
        bench.print("console-viewers: a window of each of " + METRICS.size() + " metrics a second, " + seconds
                + " s a round; one consumer whatever the number of pages");
        List<Round> rounds = new ArrayList<>();
        StoreAddress store = StoreAddress.of(bench.folder().resolve("store.db"));
        store.open().close();
        try (BenchmarkCluster stack = BenchmarkCluster.start(bench)) {
            stack.create(TEAM);
            send(stack, Topic.CONTROL, control());
            ConsoleServer.Listening listening = new ConsoleServer.Listening(
                    ListenAddress.parse("127.0.0.1:0"),
                    new WebSecurity(Optional.empty(), Optional.empty(), ConsoleStoreBench.ALL_AT_ONCE));
            RecordFeed.Source source = new RecordFeed.Source("console", stack.bootstrapServers(), Map.of());
            ConsoleServer.Shown shown = new ConsoleServer.Shown(
                    store, List.of(TEAM), Optional.of(new LiveTeams.Cluster(source, stack.registry())));
            try (ConsoleServer console = ConsoleServer.start(listening, shown, bench.wall(), routes -> {})) {
                round(stack, console, 1);
                for (int count : viewers) {
                    rounds.add(round(stack, console, count));
                }
            }
        }
        ResultTable table = new ResultTable("pages", "windows received", "cores", "lag p50 ms", "p99", "max");
        rounds.forEach(round -> table.row(
                String.valueOf(round.viewers),
                String.format(Locale.ROOT, "%,d", round.received),
                String.format(Locale.ROOT, "%.3f", round.cores),
                round.lag.millis(0.5),
                round.lag.millis(0.99),
                round.lag.millis(1)));
        bench.table("console-viewers", table);
        return rounds;
    }

    private Round round(BenchmarkCluster stack, ConsoleServer console, int count)
            throws InterruptedException, ExecutionException {
        HttpClient http = HttpClient.newHttpClient();
        ConcurrentLinkedQueue<Long> lags = new ConcurrentLinkedQueue<>();
        List<Stream<String>> open = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Stream<String> lines = http.sendAsync(events(console), HttpResponse.BodyHandlers.ofLines())
                    .get()
                    .body();
            open.add(lines);
            Thread reader = new Thread(() -> read(lines, lags), "viewer");
            reader.setDaemon(true);
            reader.start();
        }
        while (console.viewers() < count) {
            LockSupport.parkNanos(10_000_000);
        }
        // What the last minute held is replayed to each of them.
        LockSupport.parkNanos(2_000_000_000L);
        lags.clear();
        long before = processorNanos();
        long began = bench.nanos().nanos();
        for (int second = 0; second < seconds; second++) {
            for (MetricName metric : METRICS) {
                send(stack, Topic.WINDOWS, window(metric));
            }
            LockSupport.parkNanos((long) NANOS_PER_SECOND);
        }
        double cores = (processorNanos() - before) / (double) (bench.nanos().nanos() - began);
        open.forEach(Stream::close);
        long[] received = lags.stream().mapToLong(lag -> lag).toArray();
        return new Round(count, received.length, cores, DurationSample.of(received));
    }

    private HttpRequest events(ConsoleServer console) {
        return HttpRequest.newBuilder(URI.create(console.url() + "/api/v1/events?team=" + TEAM + "&run=" + run))
                .header("Accept", "text/event-stream")
                .build();
    }

    private void read(Stream<String> lines, ConcurrentLinkedQueue<Long> lags) {
        try {
            lines.filter(line -> line.startsWith("data: {\"team\"") && line.contains("\"windowSeconds\":10"))
                    .forEach(line -> {
                        Matcher published = PUBLISHED.matcher(line);
                        while (published.find()) {
                            lags.add(now() - Long.parseLong(published.group(1)));
                        }
                    });
        } catch (RuntimeException e) {
            // The round is over: the stream was closed under its reader.
            bench.out().flush();
        }
    }

    /** Of the threads that the console runs on: feeds, events, writers, HTTP. */
    private static long processorNanos() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().matches("(console|tidemark-console|http)\\b.*")) {
                sum += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return sum;
    }

    private <T extends SpecificRecord> void send(BenchmarkCluster stack, Topic topic, T event)
            throws InterruptedException, ExecutionException {
        @SuppressWarnings("unchecked") // the class of an event of type T is a Class<T>
        EventEncoder<T> encoder = stack.registry().encoder(topic, TEAM, (Class<T>) event.getClass());
        KafkaProducer<byte[], byte[]> producer = stack.producer();
        producer.send(new ProducerRecord<>(topic.in(TEAM), run.getBytes(StandardCharsets.UTF_8), encoder.encode(event)))
                .get();
    }

    private ControlEvent control() {
        Instant now = bench.wall().instant();
        return BenchRun.event(now, BenchRun.of(run, now).build());
    }

    /** Its median says when it was published. */
    private WindowStats window(MetricName metric) {
        Instant end = bench.wall().instant().truncatedTo(ChronoUnit.SECONDS);
        long published = now();
        return WindowStats.newBuilder()
                .setRun(run)
                .setStep(0)
                .setTarget("gpu")
                .setMetric(metric)
                .setWindowSeconds(10)
                .setStart(end.minusSeconds(10))
                .setEnd(end)
                .setFinality(Finality.PROVISIONAL)
                .setCount(100)
                .setSumNanos(100)
                .setP50Nanos(published)
                .setP95Nanos(published)
                .setP99Nanos(published)
                .setSketch(ByteBuffer.allocate(0))
                .setSignals(Map.of("engine.requests.waiting", 3.0, "engine.requests.running", 12.0))
                .build();
    }

    private long now() {
        Instant now = bench.wall().instant();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }
}
