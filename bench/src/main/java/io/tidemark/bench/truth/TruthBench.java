package io.tidemark.bench.truth;

import io.tidemark.bench.Spread;
import io.tidemark.bench.Table;
import io.tidemark.bench.Workbench;
import io.tidemark.bench.truth.Range.Bus;
import io.tidemark.bench.truth.Range.Hit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The error that the load generator adds, publishing, against a server of known write times; what it costs; where it saturates. */
public final class TruthBench {
    /** As bin/tidemark starts it. */
    private static final List<String> CLIENT_OPTIONS =
            List.of("-Xmx1g", "-XX:+UseG1GC", "-XX:MaxGCPauseMillis=20", "-Djava.awt.headless=true");

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
        Table errors = new Table(
                "streams at once", "requests", "TTFT error mean ms", "worst round", "p50", "p99", "from due mean",
                "ITL p50 ms", "p99", "server's ITL p99", "server late p99");
        Table costs = new Table(
                "streams", "CPU s/1000 requests", "publishing off", "ratio", "lane CPU us/chunk", "off", "ratio",
                "bytes/chunk", "TTFT error mean ms", "off", "ratio");
        for (int streams : size.streams()) {
            List<Hit> on = rounds(range, Shot.atOnce(streams, TOKENS, FAST), bus);
            List<Hit> off = rounds(range, Shot.atOnce(streams, TOKENS, FAST), Bus.NONE);
            errors.row(errorCells(streams + "", on));
            costs.row(costCells(streams + "", on, off));
            hits.addAll(on);
            hits.addAll(off);
            bench.say(errors.text());
        }
        bench.say("");
        bench.say("truth: (client's first token - sent) - (server's write - server's read), 50 ms TTFT, 10 ms ITL, 100 tokens");
        bench.say(errors.text());
        bench.say("");
        bench.say("truth: costs from the step's start to its end, publishing to Kafka beside publishing nowhere");
        bench.say(costs.text());
    }

    private List<Hit> rounds(Range range, Shot shot, Bus bus) throws IOException {
        List<Hit> hits = new ArrayList<>();
        for (int round = 0; round < size.rounds(); round++) {
            hits.add(range.fire(shot, bus));
        }
        return hits;
    }

    private static String[] errorCells(String name, List<Hit> hits) {
        Spread errors = Spread.join(hits.stream().map(Hit::ttftErrors).toList());
        Spread due = Spread.join(hits.stream().map(Hit::dueErrors).toList());
        double worst = hits.stream().mapToDouble(hit -> hit.ttftErrors().meanNanos()).max().orElse(0);
        return new String[] {
            name,
            String.valueOf(errors.count()),
            millis(errors.meanNanos()),
            millis(worst),
            errors.millis(0.5),
            errors.millis(0.99),
            millis(due.meanNanos()),
            millis(hits.stream().mapToLong(hit -> hit.costs().gapP50Nanos()).max().orElse(0)),
            millis(hits.stream().mapToLong(hit -> hit.costs().gapP99Nanos()).max().orElse(0)),
            millis(hits.stream().mapToLong(hit -> hit.told().gaps().p99Nanos()).max().orElse(0)),
            millis(hits.stream().mapToLong(hit -> hit.told().lateness().p99Nanos()).max().orElse(0)),
        };
    }

    private static String[] costCells(String name, List<Hit> on, List<Hit> off) {
        double cpuOn = cpuPerThousand(on);
        double cpuOff = cpuPerThousand(off);
        double laneOn = lanePerChunk(on);
        double laneOff = lanePerChunk(off);
        double errorOn = Spread.join(on.stream().map(Hit::ttftErrors).toList()).meanNanos();
        double errorOff = Spread.join(off.stream().map(Hit::ttftErrors).toList()).meanNanos();
        return new String[] {
            name,
            fixed(cpuOn / 1e9),
            fixed(cpuOff / 1e9),
            fixed(cpuOn / cpuOff),
            fixed(laneOn / 1e3),
            fixed(laneOff / 1e3),
            fixed(laneOn / laneOff),
            String.valueOf(Math.round((double) on.stream().mapToLong(hit -> hit.costs().laneBytes()).sum()
                    / on.stream().mapToLong(hit -> hit.costs().chunks()).sum())),
            millis(errorOn),
            millis(errorOff),
            fixed(errorOn / errorOff),
        };
    }

    private static double cpuPerThousand(List<Hit> hits) {
        return hits.stream().mapToDouble(hit -> hit.costs().cpuNanos()).sum()
                * 1_000
                / hits.stream().mapToInt(hit -> hit.seen().size()).sum();
    }

    private static double lanePerChunk(List<Hit> hits) {
        return hits.stream().mapToDouble(hit -> hit.costs().laneCpuNanos()).sum()
                / hits.stream().mapToLong(hit -> hit.costs().chunks()).sum();
    }

    private void slow(Range range, Bus bus, List<Hit> hits) throws IOException {
        Table table = new Table(
                "tokens/s asked", "in flight", "requests", "tokens/s seen", "TTFT error p50 ms", "p99", "max", "way there p99",
                "way back p99", "lag p99", "ITL p99", "server's ITL p99", "lane busy", "process busy", "holds");
        List<TruthSize.Slow> loads = new ArrayList<>(List.of(size.soak()));
        loads.addAll(size.ramp());
        for (TruthSize.Slow load : loads) {
            Pace pace = Pace.of(
                    Duration.ofMillis(50), Duration.ofMillis(1_000 / TruthSize.Slow.WRITES_PER_SECOND), load.perWrite());
            int tokens = TruthSize.Slow.SECONDS * TruthSize.Slow.WRITES_PER_SECOND * load.perWrite();
            Hit hit = range.fire(Shot.poisson(load.startsPerSecond(), load.requests(), tokens, pace), bus);
            table.row(slowCells(load, hit));
            hits.add(hit);
        }
        bench.say("");
        bench.say("truth: streams of 20 writes/s started by Poisson, publishing");
        bench.say(table.text());
    }

    private static String[] slowCells(TruthSize.Slow load, Hit hit) {
        Spread errors = hit.ttftErrors();
        Costs costs = hit.costs();
        boolean holds = errors.quantileNanos(0.99) <= 5_000_000
                && costs.lagP99Nanos() <= 50_000_000
                && hit.lost() == 0
                && hit.matched().size() == hit.shot().requests();
        return new String[] {
            String.format(Locale.ROOT, "%,.0f", load.tokensPerSecond()),
            String.format(Locale.ROOT, "%,.0f", load.inFlight()),
            String.valueOf(hit.matched().size()),
            String.format(Locale.ROOT, "%,.0f", costs.chunks() * 1e9 / costs.wallNanos()),
            errors.millis(0.5),
            errors.millis(0.99),
            errors.millis(1),
            hit.wayThere().millis(0.99),
            hit.wayBack().millis(0.99),
            millis(costs.lagP99Nanos()),
            millis(costs.gapP99Nanos()),
            millis(hit.told().gaps().p99Nanos()),
            fixed((double) costs.laneCpuNanos() / costs.wallNanos()),
            fixed((double) costs.cpuNanos() / costs.wallNanos()),
            holds ? "yes" : "no",
        };
    }

    private static Counts counts(List<Hit> hits) {
        return new Counts(
                hits.stream().mapToInt(hit -> hit.shot().requests()).sum(),
                hits.stream().mapToInt(hit -> hit.matched().size()).sum(),
                hits.stream().mapToLong(hit -> hit.told().tokens()).sum(),
                hits.stream().mapToLong(hit -> hit.costs().chunks()).sum(),
                hits.stream().mapToLong(Hit::lost).sum());
    }

    private static String millis(double nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / 1e6);
    }

    private static String fixed(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
