package io.tidemark.bench.streams;

import io.tidemark.bench.Stack;
import io.tidemark.bench.Table;
import io.tidemark.bench.Workbench;
import io.tidemark.schemas.Team;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.function.ToDoubleFunction;

/** Tokens per second through panes and rolling windows, beside a bare consumer that reads the same topic in the same round. */
public final class StreamsBench {
    private final Workbench bench;
    private final StreamsSize size;

    /** Rates of one round, and what the windows held after it. */
    private record Round(
            Traffic traffic,
            BareReader.Read raw,
            BareReader.Read decoded,
            TopologyReader.Read topology,
            FinalWindows.Held windows) {
        double rawPerSecond() {
            return perSecond(raw.nanos());
        }

        double decodedPerSecond() {
            return perSecond(decoded.nanos());
        }

        double readPerSecond() {
            return perSecond(topology.readNanos());
        }

        double finalPerSecond() {
            return perSecond(topology.finalNanos());
        }

        private double perSecond(long nanos) {
            return traffic.tokens() / (nanos / 1e9);
        }
    }

    /** Counts that must agree whatever the speed: tokens and requests published, and found in FINAL windows. */
    public record Counts(long requests, long tokens, long ttftsInWindows, long itlsInWindows) {}

    public StreamsBench(Workbench bench, StreamsSize size) {
        this.bench = bench;
        this.size = size;
    }

    /** Runs the rounds, prints the table, and returns the counts of the last round. */
    public Counts run() throws InterruptedException, ExecutionException {
        List<Round> rounds = new ArrayList<>();
        try (Stack stack = Stack.start(bench)) {
            bench.say("streams: warming up");
            round(stack, new Team("warm-up"), size.warmUp());
            for (int i = 1; i <= size.rounds(); i++) {
                bench.say("streams: round " + i + " of " + size.rounds());
                rounds.add(round(stack, new Team("round-" + i), size));
            }
        }
        print(rounds);
        Round last = rounds.get(rounds.size() - 1);
        return new Counts(last.traffic.requests(), last.traffic.tokens(), last.windows.ttfts(), last.windows.itls());
    }

    private Round round(Stack stack, Team team, StreamsSize of) throws InterruptedException, ExecutionException {
        Traffic traffic = Traffic.publish(stack, bench, team, of);
        BareReader bare = new BareReader(stack, bench.nanos());
        BareReader.Read raw = bare.raw(team);
        BareReader.Read decoded = bare.decoded(team);
        TopologyReader.Read topology = new TopologyReader(stack, bench.nanos()).read(traffic);
        return new Round(traffic, raw, decoded, topology, topology.windows());
    }

    private void print(List<Round> rounds) {
        Round last = rounds.get(rounds.size() - 1);
        bench.say("");
        bench.say(String.format(
                Locale.ROOT,
                "streams: %,d tokens in %,d records, %,d requests, %,d window records out per round; tokens/s, and their share of the bare consumer's",
                last.traffic.tokens(),
                last.raw.records(),
                last.traffic.requests(),
                last.windows.records()));
        Table table = new Table(
                "round",
                "bare, bytes",
                "bare, decoded",
                "topology, read",
                "topology, final",
                "read/bytes",
                "read/decoded",
                "final/decoded");
        for (int i = 0; i < rounds.size(); i++) {
            row(table, String.valueOf(i + 1), rounds.subList(i, i + 1));
        }
        row(table, "median", rounds);
        bench.say(table.text());
    }

    /** Of several rounds, medians of each column by itself. */
    private static void row(Table table, String name, List<Round> rounds) {
        table.row(
                name,
                rate(rounds, Round::rawPerSecond),
                rate(rounds, Round::decodedPerSecond),
                rate(rounds, Round::readPerSecond),
                rate(rounds, Round::finalPerSecond),
                ratio(rounds, round -> round.readPerSecond() / round.rawPerSecond()),
                ratio(rounds, round -> round.readPerSecond() / round.decodedPerSecond()),
                ratio(rounds, round -> round.finalPerSecond() / round.decodedPerSecond()));
    }

    private static String rate(List<Round> rounds, ToDoubleFunction<Round> figure) {
        return String.format(Locale.ROOT, "%,.0f", median(rounds, figure));
    }

    private static String ratio(List<Round> rounds, ToDoubleFunction<Round> figure) {
        return String.format(Locale.ROOT, "%.3f", median(rounds, figure));
    }

    private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
        double[] sorted = rounds.stream().mapToDouble(figure).toArray();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
