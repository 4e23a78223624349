package io.tidemark.bench.truth;

import io.tidemark.bench.Workbench;
import io.tidemark.bench.truth.Range.Bus;
import io.tidemark.bench.truth.Range.Hit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The error that the load generator adds, publishing, against a server of known write times; what it costs; where it saturates. */
public final class TruthBench {
    /** As bin/tidemark starts it. */
    private static final List<String> CLIENT_OPTIONS = List.of(
            "-Xmx1g", "-XX:+UseG1GC", "-Xms1g", "-Xmn400m", "-XX:TieredStopAtLevel=1", "-Djava.awt.headless=true");

    private static final int TOKENS = 100;
    private static final Pace FAST = Pace.of(Duration.ofMillis(50), Duration.ofMillis(10), 1);

    private final Workbench bench;
    private final TruthSize size;

    /** Requests that were due, those that both sides have, tokens written and chunks seen by either side, events lost. */
    public record Counts(int due, int matched, long written, long seen, long lost) {}

    public TruthBench(Workbench bench, TruthSize size) {
        this.bench = bench;
        this.size = size;
    }

    /** Fires all, prints the tables, returns the counts over all shots. */
    public Counts run() throws IOException {
        Path folder = Files.createDirectories(bench.folder());
        try (PacedProcess server = PacedProcess.start(folder);
                JavaProcess broker = JavaProcess.start(new JavaProcess.Command(
                        BrokerProcess.class,
                        List.of("-Xmx512m"),
                        List.of(folder.resolve("cluster").toString()),
                        folder.resolve("broker.log")))) {
            String[] addresses = broker.line().split(" ", -1);
            Bus bus = new Bus(addresses[0], addresses[1]);
            Range range = new Range(server, folder, CLIENT_OPTIONS);
            bench.say("truth: paced server at " + server.url() + ", broker and registry at " + bus
                    + ", each client a fresh process; one unmeasured shot warms the server");
            range.fire(Shot.atOnce(size.streams().get(size.streams().size() - 1), TOKENS, FAST), bus);
            List<Hit> hits = new ArrayList<>();
            atOnce(range, bus, hits);
            slow(range, bus, hits);
            return counts(hits);
        }
    }

    private void atOnce(Range range, Bus bus, List<Hit> hits) throws IOException {
        ErrorTable errors = new ErrorTable();
        CostTable costs = new CostTable();
        for (int streams : size.streams()) {
            List<Hit> on = rounds(range, Shot.atOnce(streams, TOKENS, FAST), bus);
            List<Hit> off = rounds(range, Shot.atOnce(streams, TOKENS, FAST), Bus.NONE);
            errors.row(String.valueOf(streams), on);
            costs.row(String.valueOf(streams), on, off);
            hits.addAll(on);
            hits.addAll(off);
            bench.say("truth: " + streams + " streams done");
        }
        bench.say("");
        bench.say(
                "truth: (client's first token - sent) - (server's write - server's read), 50 ms TTFT, 10 ms ITL, 100 tokens");
        bench.table("truth errors", errors.table());
        bench.say("");
        bench.say("truth: costs from the step's start to its end, publishing to Kafka beside publishing nowhere");
        bench.table("truth costs", costs.table());
    }

    private List<Hit> rounds(Range range, Shot shot, Bus bus) throws IOException {
        List<Hit> hits = new ArrayList<>();
        for (int round = 0; round < size.rounds(); round++) {
            hits.add(range.fire(shot, bus));
        }
        return hits;
    }

    private void slow(Range range, Bus bus, List<Hit> hits) throws IOException {
        SlowTable table = new SlowTable();
        List<TruthSize.Slow> loads = new ArrayList<>(List.of(size.soak()));
        loads.addAll(size.ramp());
        for (TruthSize.Slow load : loads) {
            Pace pace = Pace.of(
                    Duration.ofMillis(50),
                    Duration.ofMillis(1_000 / TruthSize.Slow.WRITES_PER_SECOND),
                    load.perWrite());
            int tokens = TruthSize.Slow.SECONDS * TruthSize.Slow.WRITES_PER_SECOND * load.perWrite();
            Hit hit = range.fire(Shot.poisson(load.startsPerSecond(), load.requests(), tokens, pace), bus);
            table.row(load, hit);
            hits.add(hit);
        }
        bench.say("");
        bench.say("truth: streams of 20 writes/s started by Poisson, publishing");
        bench.table("truth, started by Poisson", table.table());
    }

    private static Counts counts(List<Hit> hits) {
        return new Counts(
                hits.stream().mapToInt(hit -> hit.shot().requests()).sum(),
                hits.stream().mapToInt(hit -> hit.matched().size()).sum(),
                hits.stream().mapToLong(hit -> hit.tokensWritten()).sum(),
                hits.stream().mapToLong(hit -> hit.costs().chunks()).sum(),
                hits.stream().mapToLong(Hit::lost).sum());
    }
}
