package io.tidemark.bench.lane;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.JavaProcess;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.bench.lane.ClientProcess.ClientCosts;
import io.tidemark.bench.lane.ClientRunner.PublishTarget;
import io.tidemark.bench.lane.ClientRunner.RunResult;
import io.tidemark.bench.referenceserver.ReferencePacing;
import io.tidemark.bench.referenceserver.ReferenceServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the load generator costs, publishing beside publishing nowhere, against a server of known write times, and where it saturates. */
public record LaneBench(BenchmarkContext bench, Size size) {
    /** As bin/tidemark starts it. */
    private static final List<String> CLIENT_OPTIONS = List.of(
            "-Xmx1g", "-XX:+UseG1GC", "-Xms1g", "-Xmn400m", "-XX:TieredStopAtLevel=1", "-Djava.awt.headless=true");

    private static final int TOKENS = 100;
    private static final ReferencePacing FAST = ReferencePacing.of(Duration.ofMillis(50), Duration.ofMillis(10), 1);

    /** Requests that were due, those that both sides have, tokens written and chunks seen by either side, events lost. */
    public record Counts(int due, int matched, long written, long seen, long lost) {}

    /**
     * What is fired.
     *
     * @param streams the numbers of streams that start at once
     * @param rounds of each of these
     * @param soak the load of many slow streams, started by Poisson
     * @param ramp the same with ever more tokens per second, until it does not hold
     */
    public record Size(List<Integer> streams, int rounds, SlowLoad soak, List<SlowLoad> ramp) {
        public static final Size STANDARD = new Size(
                List.of(1, 10, 100, 500, 1000),
                2,
                new SlowLoad(200, 2_000, 1),
                List.of(
                        new SlowLoad(400, 3_200, 1),
                        new SlowLoad(600, 4_800, 1),
                        new SlowLoad(800, 6_400, 1),
                        new SlowLoad(200, 1_600, 5),
                        new SlowLoad(200, 1_600, 10),
                        new SlowLoad(200, 1_600, 20)));

        public Size {
            streams = List.copyOf(streams);
            ramp = List.copyOf(ramp);
        }

        /**
         * Streams of 20 writes per second for five seconds.
         *
         * @param startsPerSecond so that five times as many are in flight
         * @param perWrite messages, each one token, in a write
         */
        public record SlowLoad(double startsPerSecond, int requests, int perWrite) {
            static final int SECONDS = 5;
            static final int WRITES_PER_SECOND = 20;

            double tokensPerSecond() {
                return startsPerSecond * SECONDS * WRITES_PER_SECOND * perWrite;
            }

            double inFlight() {
                return startsPerSecond * SECONDS;
            }
        }
    }

    /** Fires all, prints the tables, returns the counts over all shots. */
    public Counts run() throws IOException {
        Path folder = Files.createDirectories(bench.folder());
        try (ReferenceServerProcess server = ReferenceServerProcess.start(folder);
                JavaProcess broker = JavaProcess.start(new JavaProcess.Command(
                        BrokerProcess.class,
                        List.of("-Xmx512m"),
                        List.of(folder.resolve("cluster").toString()),
                        folder.resolve("broker.log")))) {
            String[] addresses = broker.readLine().split(" ", -1);
            PublishTarget bus = new PublishTarget(addresses[0], addresses[1]);
            ClientRunner range = new ClientRunner(server, folder, CLIENT_OPTIONS);
            bench.print("lane: paced server at " + server.url() + ", broker and registry at " + bus
                    + ", each client a fresh process; one unmeasured shot warms the server");
            range.run(LoadSpec.atOnce(size.streams().get(size.streams().size() - 1), TOKENS, FAST), bus);
            List<RunResult> hits = new ArrayList<>();
            atOnce(range, bus, hits);
            slow(range, bus, hits);
            return counts(hits);
        }
    }

    private void atOnce(ClientRunner range, PublishTarget bus, List<RunResult> hits) throws IOException {
        CostTable costs = new CostTable();
        for (int streams : size.streams()) {
            List<RunResult> on = rounds(range, LoadSpec.atOnce(streams, TOKENS, FAST), bus);
            List<RunResult> off = rounds(range, LoadSpec.atOnce(streams, TOKENS, FAST), PublishTarget.NONE);
            costs.row(String.valueOf(streams), on, off);
            hits.addAll(on);
            hits.addAll(off);
            bench.print("lane: " + streams + " streams done");
        }
        bench.print("");
        bench.print("lane: costs from the step's start to its end, publishing to Kafka beside publishing nowhere");
        bench.table("lane costs", costs.table());
    }

    private List<RunResult> rounds(ClientRunner range, LoadSpec shot, PublishTarget bus) throws IOException {
        List<RunResult> hits = new ArrayList<>();
        for (int round = 0; round < size.rounds(); round++) {
            hits.add(range.run(shot, bus));
        }
        return hits;
    }

    private void slow(ClientRunner range, PublishTarget bus, List<RunResult> hits) throws IOException {
        SlowStreamTable table = new SlowStreamTable();
        List<Size.SlowLoad> loads = new ArrayList<>(List.of(size.soak()));
        loads.addAll(size.ramp());
        for (Size.SlowLoad load : loads) {
            ReferencePacing pace = ReferencePacing.of(
                    Duration.ofMillis(50), Duration.ofMillis(1_000 / Size.SlowLoad.WRITES_PER_SECOND), load.perWrite());
            int tokens = Size.SlowLoad.SECONDS * Size.SlowLoad.WRITES_PER_SECOND * load.perWrite();
            RunResult hit = range.run(LoadSpec.poisson(load.startsPerSecond(), load.requests(), tokens, pace), bus);
            table.row(load, hit);
            hits.add(hit);
        }
        bench.print("");
        bench.print("lane: streams of 20 writes/s started by Poisson, publishing");
        bench.table("lane, started by Poisson", table.table());
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / 1e6);
    }

    private static String fixed(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static Counts counts(List<RunResult> hits) {
        return new Counts(
                hits.stream().mapToInt(hit -> hit.load().requests()).sum(),
                hits.stream().mapToInt(hit -> hit.matched().size()).sum(),
                hits.stream().mapToLong(hit -> hit.tokensWritten()).sum(),
                hits.stream().mapToLong(hit -> hit.client().costs().chunks()).sum(),
                hits.stream().mapToLong(hit -> hit.client().lost()).sum());
    }

    /** What the client took for it, publishing beside publishing nowhere. */
    private static final class CostTable {
        private final ResultTable table = new ResultTable(
                "streams",
                "CPU s/1000 requests",
                "CPU off",
                "CPU ratio",
                "lane CPU us/chunk",
                "lane off",
                "lane ratio",
                "bytes/chunk");

        void row(String name, List<RunResult> on, List<RunResult> off) {
            double cpuOn = cpuPerThousand(on);
            double cpuOff = cpuPerThousand(off);
            double laneOn = lanePerChunk(on);
            double laneOff = lanePerChunk(off);
            table.row(
                    name,
                    fixed(cpuOn / 1e9),
                    fixed(cpuOff / 1e9),
                    fixed(cpuOn / cpuOff),
                    fixed(laneOn / 1e3),
                    fixed(laneOff / 1e3),
                    fixed(laneOn / laneOff),
                    String.valueOf(Math.round((double) on.stream()
                                    .mapToLong(hit -> hit.client().costs().laneBytes())
                                    .sum()
                            / on.stream()
                                    .mapToLong(hit -> hit.client().costs().chunks())
                                    .sum())));
        }

        private static double cpuPerThousand(List<RunResult> hits) {
            return hits.stream()
                            .mapToDouble(hit -> hit.client().costs().cpuNanos())
                            .sum()
                    * 1_000
                    / hits.stream().mapToInt(hit -> hit.client().seen().size()).sum();
        }

        private static double lanePerChunk(List<RunResult> hits) {
            return hits.stream()
                            .mapToDouble(hit -> hit.client().costs().laneCpuNanos())
                            .sum()
                    / hits.stream()
                            .mapToLong(hit -> hit.client().costs().chunks())
                            .sum();
        }

        ResultTable table() {
            return table;
        }
    }

    /** Whether the client holds its promise under ever more tokens per second from streams started by Poisson. */
    private static final class SlowStreamTable {
        private static final long MAX_ERROR_NANOS = 5_000_000;
        private static final long MAX_LAG_NANOS = 50_000_000;

        private final ResultTable table = new ResultTable(
                "tokens/s asked",
                "in flight",
                "requests",
                "tokens/s seen",
                "TTFT error p50 ms",
                "error p99",
                "error max",
                "way there p99",
                "way back p99",
                "lag p99",
                "ITL p99",
                "server's ITL p99",
                "server late p99",
                "lane busy",
                "process busy",
                "holds");

        void row(LaneBench.Size.SlowLoad load, RunResult hit) {
            DurationSample errors = hit.ttftErrors();
            ClientCosts costs = hit.client().costs();
            table.row(
                    String.format(Locale.ROOT, "%,.0f", load.tokensPerSecond()),
                    String.format(Locale.ROOT, "%,.0f", load.inFlight()),
                    String.valueOf(hit.matched().size()),
                    String.format(Locale.ROOT, "%,.0f", costs.chunks() * 1e9 / costs.wallNanos()),
                    errors.millis(0.5),
                    errors.millis(0.99),
                    errors.millis(1),
                    hit.requestDelays().millis(0.99),
                    hit.responseDelays().millis(0.99),
                    millis(costs.lagP99Nanos()),
                    millis(costs.gapP99Nanos()),
                    millis(hit.serverLog().gaps().quantileNanos(0.99)),
                    millis(hit.serverLog().lateP99Nanos()),
                    fixed((double) costs.laneCpuNanos() / costs.wallNanos()),
                    fixed((double) costs.cpuNanos() / costs.wallNanos()),
                    holds(hit) ? "yes" : "no");
        }

        private static boolean holds(RunResult hit) {
            return hit.ttftErrors().quantileNanos(0.99) <= MAX_ERROR_NANOS
                    && hit.client().costs().lagP99Nanos() <= MAX_LAG_NANOS
                    && hit.client().lost() == 0
                    && hit.matched().size() == hit.load().requests();
        }

        ResultTable table() {
            return table;
        }
    }
}
