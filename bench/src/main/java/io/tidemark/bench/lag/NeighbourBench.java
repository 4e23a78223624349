package io.tidemark.bench.lag;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ConditionWait;
import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.streams.host.HostMeterRegistry;
import io.tidemark.streams.host.StreamsHost;
import io.tidemark.streams.host.TeamHealth;
import io.tidemark.streams.meter.StreamsMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** The lag of a quiet team alone in a streams host, and beside a noisy one in the same host. */
public final class NeighbourBench {
    private final BenchmarkContext bench;
    private final NeighbourSize size;

    /**
     * What happened in one row.
     *
     * @param inFinal of the quiet team's requests, how many were found in a FINAL window
     * @param neighbourWindows window records that the other team's application sent meanwhile
     */
    public record Row(String name, int requests, int inFinal, long neighbourWindows) {}

    private enum Noise {
        ALONE("alone", "alone"),
        MISSING_TOPIC("missing", "beside a missing topic"),
        FLOOD("flood", "beside 100 times its rate"),
        HISTORY("history", "beside a day of history");

        private final String id;
        private final String words;

        Noise(String id, String words) {
            this.id = id;
            this.words = words;
        }

        Team quiet() {
            return new Team("quiet-" + id);
        }

        Team noisy() {
            return new Team("noisy-" + id);
        }
    }

    private record Measured(Noise noise, LagProbe.Observed observed, long neighbourWindows, long neighbourRequests) {
        DurationSample any() {
            return DurationSample.of(observed.lags().toFirstWindow(observed.measuredFromNanos()));
        }

        DurationSample last() {
            return DurationSample.of(observed.lags().toFinalWindow(observed.measuredFromNanos()));
        }
    }

    public NeighbourBench(BenchmarkContext bench, NeighbourSize size) {
        this.bench = bench;
        this.size = size;
    }

    /** Runs each row with teams and a host of its own, prints the table, returns the counts. */
    public List<Row> run() throws InterruptedException, ExecutionException {
        List<Measured> rows = new ArrayList<>();
        try (BenchmarkCluster stack = BenchmarkCluster.start(bench)) {
            for (Noise noise : Noise.values()) {
                bench.print("neighbours: a quiet team " + noise.words);
                rows.add(measure(stack, noise));
            }
        }
        print(rows);
        return rows.stream()
                .map(row -> new Row(
                        row.noise.words,
                        row.observed.bareNanos().length,
                        row.last().count(),
                        row.neighbourWindows))
                .toList();
    }

    private Measured measure(BenchmarkCluster stack, Noise noise) throws InterruptedException, ExecutionException {
        stack.create(noise.quiet());
        prepare(stack, noise);
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        AtomicBoolean stop = new AtomicBoolean();
        ExecutorService beside = Executors.newSingleThreadExecutor();
        try (StreamsHost host = StreamsHost.start(
                stack.hostOptions("host-" + noise.id)
                        .withTeams(Set.of(noise.quiet().name(), noise.noisy().name())),
                bench.wall(),
                new HostMeterRegistry(meters, false))) {
            new ConditionWait(bench.nanos(), Duration.ofMillis(20), Duration.ofSeconds(60))
                    .until(() -> runs(host, noise.quiet()), () -> "the quiet team does not run: " + host.status());
            Runnable flood = noise == Noise.FLOOD
                    ? () -> new NoisyNeighbour(bench, stack, noise.noisy()).flood(size.floodPerSecond(), stop)
                    : () -> {};
            Future<?> flooding = beside.submit(flood);
            LagProbe.Observed observed = new LagProbe(bench, stack, noise.quiet(), size.quiet()).observe();
            stop.set(true);
            flooding.get();
            return new Measured(noise, observed, windows(meters, noise.noisy()), published(stack, noise));
        } finally {
            stop.set(true);
            beside.shutdown();
        }
    }

    private void prepare(BenchmarkCluster stack, Noise noise) throws InterruptedException, ExecutionException {
        if (noise == Noise.ALONE) {
            return;
        }
        stack.create(noise.noisy());
        if (noise == Noise.HISTORY) {
            long requests =
                    new NoisyNeighbour(bench, stack, noise.noisy()).history(size.history(), size.historyPerSecond());
            bench.print(String.format(Locale.ROOT, "neighbours: %,d requests of %s wait", requests, size.history()));
        }
        if (noise == Noise.MISSING_TOPIC) {
            stack.admin()
                    .deleteTopics(List.of(Topic.WINDOWS.in(noise.noisy())))
                    .all()
                    .get();
        }
    }

    private static boolean runs(StreamsHost host, Team team) {
        return host.status(team)
                .filter(status -> status.health() == TeamHealth.RUNNING)
                .isPresent();
    }

    private static long windows(SimpleMeterRegistry meters, Team team) {
        return meters.find(StreamsMeter.WINDOWS.id()).tag("team", team.name()).counters().stream()
                .mapToLong(counter -> (long) counter.count())
                .sum();
    }

    /** Requests of the other team so far. */
    private static long published(BenchmarkCluster stack, Noise noise) throws InterruptedException, ExecutionException {
        if (noise == Noise.ALONE) {
            return 0;
        }
        Map<TopicPartition, OffsetSpec> ends = BenchmarkCluster.partitions(noise.noisy(), Topic.REQUESTS).stream()
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        return stack.admin().listOffsets(ends).all().get().values().stream()
                .mapToLong(end -> end.offset())
                .sum();
    }

    private void print(List<Measured> rows) {
        Measured alone = rows.get(0);
        ResultTable table = new ResultTable(
                "quiet team, ms to a window",
                "requests",
                "bare p99",
                "any p50",
                "any p99",
                "any p99 x alone",
                "FINAL p99",
                "FINAL p99 x alone",
                "neighbour's windows",
                "its requests");
        for (Measured row : rows) {
            DurationSample any = row.any();
            DurationSample last = row.last();
            table.row(
                    row.noise.words,
                    String.valueOf(any.count()),
                    DurationSample.of(row.observed.bareNanos()).millis(0.99),
                    any.millis(0.5),
                    any.millis(0.99),
                    any.ratio(0.99, alone.any()),
                    last.millis(0.99),
                    last.ratio(0.99, alone.last()),
                    String.format(Locale.ROOT, "%,d", row.neighbourWindows),
                    String.format(Locale.ROOT, "%,d", row.neighbourRequests));
        }
        bench.print("");
        bench.table("neighbours", table);
    }
}
