package io.tidemark.bench.lane;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.JavaProcess;
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

/** What the load generator costs, publishing beside publishing nowhere, against a server of known write times, and where it saturates. */
public final class LaneBench {
    /** As bin/tidemark starts it. */
    private static final List<String> CLIENT_OPTIONS = List.of(
            "-Xmx1g", "-XX:+UseG1GC", "-Xms1g", "-Xmn400m", "-XX:TieredStopAtLevel=1", "-Djava.awt.headless=true");

    private static final int TOKENS = 100;
    private static final ReferencePacing FAST = ReferencePacing.of(Duration.ofMillis(50), Duration.ofMillis(10), 1);

    private final BenchmarkContext bench;
    private final Size size;

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

    public LaneBench(BenchmarkContext bench, Size size) {
        this.bench = bench;
        this.size = size;
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

    private static Counts counts(List<RunResult> hits) {
        return new Counts(
                hits.stream().mapToInt(hit -> hit.load().requests()).sum(),
                hits.stream().mapToInt(hit -> hit.matched().size()).sum(),
                hits.stream().mapToLong(hit -> hit.tokensWritten()).sum(),
                hits.stream().mapToLong(hit -> hit.costs().chunks()).sum(),
                hits.stream().mapToLong(RunResult::lost).sum());
    }
}
