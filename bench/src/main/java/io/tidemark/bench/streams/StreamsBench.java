package io.tidemark.bench.streams;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.schemas.Team;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.ToDoubleFunction;

/** Chunks per second through panes and rolling windows, beside a bare consumer that reads the same topics in the same round. */
public record StreamsBench(BenchmarkContext bench, StreamsSize size) {
    /** Counts that must agree whatever the speed: tokens and requests published, and found in FINAL windows. */
    public record Counts(long requests, long tokens, long ttftsInWindows, long itlsInWindows) {}

    /** Runs the rounds, prints the tables, and returns the counts of the last round. */
    public Counts run() throws InterruptedException, ExecutionException {
        List<RoundResult> rounds = new ArrayList<>();
        try (BenchmarkCluster stack = BenchmarkCluster.start(bench)) {
            bench.print("streams: publishing");
            PublishedTraffic traffic = PublishedTraffic.publish(stack, bench, new Team("published"), size.load());
            bench.print("streams: warming up");
            round(stack, traffic, "warm-up");
            for (int i = 1; i <= size.rounds(); i++) {
                bench.print("streams: round " + i + " of " + size.rounds());
                rounds.add(round(stack, traffic, "round-" + i));
            }
            new RoundReport(traffic, rounds).print(bench);
            FinalWindows.Counts windows =
                    rounds.get(rounds.size() - 1).lastTopology().windows();
            return new Counts(traffic.requests(), traffic.tokens(), windows.ttfts(), windows.itls());
        }
    }

    /**
     * Chunks per second that a team's application reads on one stream thread when it has as much to read as it can, on this machine, now; measured
     * once after one round for the JIT.
     */
    public static double capacity(BenchmarkCluster stack, BenchmarkContext bench, StreamsSize.Load load)
            throws InterruptedException, ExecutionException {
        PublishedTraffic traffic = PublishedTraffic.publish(stack, bench, new Team("published"), load);
        TopologyReader reader = new TopologyReader(stack, bench.nanos());
        reader.read(traffic.copy(stack, new Team("warm-up")), 1);
        ReadRate pace =
                reader.read(traffic.copy(stack, new Team("capacity")), 1).pace();
        return pace.recordsPerSecond() * traffic.chunksPerRecord();
    }

    private RoundResult round(BenchmarkCluster stack, PublishedTraffic traffic, String name)
            throws InterruptedException, ExecutionException {
        BareConsumer bare = new BareConsumer(stack, bench.nanos());
        RoundResult round = new RoundResult(bare.bytes(traffic.team()), bare.decodedByAvro(traffic.team()));
        round.bare().put(1, bare.decoded(traffic.team(), 1));
        for (int threads : size.threads()) {
            if (threads > 1) {
                round.bare().put(threads, bare.decoded(traffic.team(), threads));
            }
            PublishedTraffic copy = traffic.copy(stack, new Team(name + "-" + threads));
            round.topologies().put(threads, new TopologyReader(stack, bench.nanos()).read(copy, threads));
        }
        return round;
    }

    /** The rounds as tables: ratios round by round, and the medians of rates. */
    private static final class RoundReport {
        private static final double BYTES_PER_MB = 1e6;

        private final PublishedTraffic traffic;
        private final List<RoundResult> rounds;
        private final BareConsumer.Read all;

        RoundReport(PublishedTraffic traffic, List<RoundResult> rounds) {
            this.traffic = traffic;
            this.rounds = List.copyOf(rounds);
            this.all = rounds.get(0).bytes();
        }

        void print(BenchmarkContext bench) {
            bench.print("");
            bench.print(String.format(
                    Locale.ROOT,
                    "streams: %,d chunks of %,d requests in %,d records, %.1f bytes a record, %.1f a chunk; %,d window records out",
                    traffic.chunks(),
                    traffic.requests(),
                    all.records(),
                    (double) all.counted() / all.records(),
                    (double) all.counted() / traffic.chunks(),
                    rounds.get(0).lastTopology().windows().records()));
            bench.table("streams, rates", rates());
            bench.print("");
            bench.table("streams, ratios", ratios());
        }

        private ResultTable rates() {
            ResultTable table = new ResultTable(
                    "median of " + rounds.size() + " rounds", "chunks/s", "records/s", "MB/s", "to 1 bare thread");
            rate(table, "bare consumer, bytes", round -> perSecond(round.bytes()));
            rate(table, "bare consumer, Avro's reader", round -> perSecond(round.byAvro()));
            for (int threads : rounds.get(0).bare().keySet()) {
                rate(
                        table,
                        "bare consumer, same decoder, " + threads(threads),
                        round -> perSecond(round.bare(threads)));
            }
            for (int threads : rounds.get(0).topologies().keySet()) {
                rate(
                        table,
                        name(threads),
                        round -> round.topology(threads).pace().recordsPerSecond());
                rate(table, name(threads) + ", until FINAL", round -> round.finalPerSecond(threads));
            }
            return table;
        }

        private void rate(ResultTable table, String name, ToDoubleFunction<RoundResult> recordsPerSecond) {
            double records = median(recordsPerSecond);
            table.row(
                    name,
                    String.format(Locale.ROOT, "%,.0f", records * traffic.chunks() / all.records()),
                    String.format(Locale.ROOT, "%,.0f", records),
                    String.format(Locale.ROOT, "%.1f", records * all.counted() / all.records() / BYTES_PER_MB),
                    ratio(median(round -> recordsPerSecond.applyAsDouble(round) / perSecond(round.bare(1)))));
        }

        private ResultTable ratios() {
            List<String> header = new ArrayList<>(List.of("to the bare consumer, same decoder, as many threads"));
            for (int i = 1; i <= rounds.size(); i++) {
                header.add("round " + i);
            }
            header.add("median");
            ResultTable table = new ResultTable(header.toArray(String[]::new));
            for (int threads : rounds.get(0).topologies().keySet()) {
                ratios(
                        table,
                        name(threads),
                        round -> round.topology(threads).pace().recordsPerSecond() / perSecond(round.bare(threads)));
                ratios(
                        table,
                        name(threads) + ", until FINAL",
                        round -> round.finalPerSecond(threads) / perSecond(round.bare(threads)));
                ratios(
                        table,
                        name(threads) + ", to Avro's reader",
                        round -> round.topology(threads).pace().recordsPerSecond() / perSecond(round.byAvro()));
            }
            return table;
        }

        private void ratios(ResultTable table, String name, ToDoubleFunction<RoundResult> figure) {
            List<String> cells = new ArrayList<>(List.of(name));
            rounds.forEach(round -> cells.add(ratio(figure.applyAsDouble(round))));
            cells.add(ratio(median(figure)));
            table.row(cells.toArray(String[]::new));
        }

        private static String name(int threads) {
            return "topology, " + threads(threads);
        }

        private static String threads(int threads) {
            return threads == 1 ? "1 thread" : threads + " threads";
        }

        private static double perSecond(BareConsumer.Read read) {
            return read.pace().recordsPerSecond();
        }

        private static String ratio(double ratio) {
            return String.format(Locale.ROOT, "%.3f", ratio);
        }

        private double median(ToDoubleFunction<RoundResult> figure) {
            double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
            int middle = sorted.length / 2;
            return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        }
    }

    /**
     * What was measured in one round, one after the other.
     *
     * @param bare with the topology's decoder, by threads
     * @param topologies by their stream threads
     */
    private record RoundResult(
            BareConsumer.Read bytes,
            BareConsumer.Read byAvro,
            Map<Integer, BareConsumer.Read> bare,
            Map<Integer, TopologyReader.Read> topologies) {
        RoundResult(BareConsumer.Read bytes, BareConsumer.Read byAvro) {
            this(bytes, byAvro, new TreeMap<>(), new TreeMap<>());
        }

        BareConsumer.Read bare(int threads) {
            BareConsumer.Read read = bare.get(threads);
            if (read == null) {
                throw new IllegalStateException("nothing was read by a bare consumer with " + threads + " threads");
            }
            return read;
        }

        TopologyReader.Read topology(int threads) {
            TopologyReader.Read read = topologies.get(threads);
            if (read == null) {
                throw new IllegalStateException("nothing was read with " + threads + " stream threads");
            }
            return read;
        }

        TopologyReader.Read lastTopology() {
            return topologies.values().stream().reduce((before, last) -> last).orElseThrow();
        }

        /** Records per second from the start until FINAL windows held everything. */
        double finalPerSecond(int threads) {
            return bytes.records() / (topology(threads).finalNanos() / 1e9);
        }
    }
}
