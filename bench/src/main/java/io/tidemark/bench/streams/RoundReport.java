package io.tidemark.bench.streams;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The rounds as tables: ratios round by round, and the medians of rates. */
final class RoundReport {
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
            rate(table, "bare consumer, same decoder, " + threads(threads), round -> perSecond(round.bare(threads)));
        }
        for (int threads : rounds.get(0).topologies().keySet()) {
            rate(table, name(threads), round -> round.topology(threads).pace().recordsPerSecond());
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
