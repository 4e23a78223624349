package io.tidemark.bench.accuracy;

import io.tidemark.bench.accuracy.AccuracyOptions.Neighbour;
import io.tidemark.bench.accuracy.ClientRound.Start;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.bench.harness.TidemarkProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Whether {@code tidemark bench} measures correctly, started as users start it: the launcher with default options, each time a process of its own, against a
 * server that knows when it read each request and wrote each token. vLLM's client takes turns with it.
 */
public final class AccuracyBench {
    private final BenchmarkContext bench;
    private final AccuracyOptions options;
    private final List<BenchClient> clients = new ArrayList<>();

    public AccuracyBench(BenchmarkContext bench, AccuracyOptions options) {
        this.bench = bench;
        this.options = options;
        clients.add(new BenchClient("tidemark", options.commands().tidemark().toString()));
        options.commands().vllm().ifPresent(command -> clients.add(new BenchClient("vllm", command)));
    }

    /** Runs all, prints the table, returns the number of requests that both sides know. */
    public int run() throws IOException {
        Files.createDirectories(bench.folder());
        bench.print(
                "accuracy: TTFT error = |client's TTFT - (server's write - server's read)|, ITL p99 error = |client's - server's|;"
                        + " 50 ms TTFT, 10 ms ITL, 100 tokens; cold: the first command of a server process and a home, warm: the second");
        if (clients.size() == 1) {
            bench.print("accuracy: VLLM'S CLIENT IS LEFT OUT, so there is no verdict. vllm=COMMAND names one.");
        }
        AccuracyTable table = new AccuracyTable(clients);
        for (Neighbour neighbour : options.neighbours()) {
            beside(neighbour, table);
        }
        bench.print("");
        bench.print("accuracy: medians and worst of the rounds; error p50 and p99 of all their requests");
        bench.table("accuracy", table.table());
        return table.requests();
    }

    private void beside(Neighbour neighbour, AccuracyTable table) throws IOException {
        if (neighbour == Neighbour.NOTHING) {
            rounds(neighbour, table);
            return;
        }
        try (TidemarkProcess stack = TidemarkProcess.startCommand(
                bench, "up", List.of(options.commands().tidemark().toString(), "up"))) {
            stack.awaitPrinted("It is up.");
            rounds(neighbour, table);
            stack.requireAlive();
        }
    }

    private void rounds(Neighbour neighbour, AccuracyTable table) throws IOException {
        for (int streams : options.streams()) {
            AccuracyLoad load = new AccuracyLoad(streams);
            List<ClientRun> runs = new ArrayList<>();
            List<BenchClient> turns = new ArrayList<>(clients);
            for (int round = 1; round <= options.rounds(); round++) {
                try (ClientRound next = new ClientRound(
                        bench.withSubfolder(neighbour.word() + "-" + streams + "-" + round),
                        turns,
                        sharedHome(neighbour))) {
                    for (Start start : Start.values()) {
                        for (BenchClient client : turns) {
                            ClientRun run = next.run(client, start, load);
                            bench.print("accuracy: beside " + neighbour.word() + ", " + streams + " at once, round "
                                    + round + ", " + run.line());
                            runs.add(run);
                        }
                    }
                }
                Collections.reverse(turns);
            }
            for (Start start : Start.values()) {
                table.rows(
                        new AccuracyTable.Case(neighbour.word(), streams, start),
                        runs.stream().filter(run -> run.start() == start).toList());
            }
        }
    }

    /** {@code tidemark bench} finds the stack by its home. */
    private Optional<Path> sharedHome(Neighbour neighbour) {
        return neighbour == Neighbour.UP ? Optional.of(TidemarkProcess.home(bench)) : Optional.empty();
    }

    /** The rounds of each client at one load: medians, the worst round, and whether Tidemark's is the truer. */
    static final class AccuracyTable {
        private final ResultTable table = new ResultTable(
                "beside",
                "streams at once",
                "start",
                "client",
                "rounds",
                "TTFT error mean ms",
                "worst round",
                "request",
                "response",
                "error p50",
                "error p99",
                "ITL p99 ms",
                "server's",
                "ITL p99 error",
                "worst ITL error",
                "CPU s",
                "others' CPU s",
                "wall s",
                "truer TTFT",
                "truer ITL p99",
                "ITL p99 nearer 10 ms");

        private final List<BenchClient> clients;
        private int requests;

        /** What rows have in common. */
        record Case(String beside, int streams, Start start) {}

        /** @param clients Tidemark's first; with no other there is no verdict */
        AccuracyTable(List<BenchClient> clients) {
            this.clients = List.copyOf(clients);
        }

        /** Adds a row for each client. */
        void rows(Case of, List<ClientRun> runs) {
            for (BenchClient client : clients) {
                boolean judged = clients.size() > 1 && client.equals(clients.get(0));
                row(
                        of,
                        client,
                        by(client, runs),
                        judged
                                ? List.of(
                                        truer(runs, ClientRun::ttftErrorMeanMillis),
                                        truer(runs, ClientRun::itlP99ErrorMillis),
                                        truer(runs, run -> Math.abs(run.itlP99Millis() - AccuracyLoad.ITL_MILLIS)))
                                : List.of("", "", ""));
            }
        }

        private void row(Case of, BenchClient client, List<ClientRun> rounds, List<String> verdicts) {
            DurationSample errors = DurationSample.join(
                    rounds.stream().map(run -> run.ttft().errors()).toList());
            requests += errors.count();
            table.row(
                    of.beside(),
                    String.valueOf(of.streams()),
                    of.start().word(),
                    client.name(),
                    String.valueOf(rounds.size()),
                    number(median(rounds, ClientRun::ttftErrorMeanMillis)),
                    number(worst(rounds, ClientRun::ttftErrorMeanMillis)),
                    number(median(rounds, run -> run.ttft().requestMeanMillis())),
                    number(median(rounds, run -> run.ttft().responseMeanMillis())),
                    errors.millis(0.5),
                    errors.millis(0.99),
                    number(median(rounds, ClientRun::itlP99Millis)),
                    number(median(rounds, ClientRun::serverItlP99Millis)),
                    number(median(rounds, ClientRun::itlP99ErrorMillis)),
                    number(worst(rounds, ClientRun::itlP99ErrorMillis)),
                    number(median(rounds, ClientRun::cpuSeconds)),
                    number(median(rounds, run -> run.turn().foreignCpuSeconds())),
                    number(median(rounds, ClientRun::wallSeconds)),
                    verdicts.get(0),
                    verdicts.get(1),
                    verdicts.get(2));
        }

        private static List<ClientRun> by(BenchClient client, List<ClientRun> runs) {
            return runs.stream()
                    .filter(run -> run.turn().client().equals(client))
                    .toList();
        }

        private String truer(List<ClientRun> runs, ToDoubleFunction<ClientRun> error) {
            double ours = median(by(clients.get(0), runs), error);
            return clients.stream().skip(1).allMatch(other -> ours < median(by(other, runs), error)) ? "yes" : "no";
        }

        private static double median(List<ClientRun> rounds, ToDoubleFunction<ClientRun> figure) {
            double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
            int middle = sorted.length / 2;
            return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        }

        private static double worst(List<ClientRun> rounds, ToDoubleFunction<ClientRun> figure) {
            return Arrays.stream(rounds.stream().mapToDouble(figure).toArray())
                    .max()
                    .orElseThrow();
        }

        private static String number(double value) {
            return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f", value);
        }

        ResultTable table() {
            return table;
        }

        /** Of all rows. */
        int requests() {
            return requests;
        }
    }
}
