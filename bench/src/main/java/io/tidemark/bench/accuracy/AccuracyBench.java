package io.tidemark.bench.accuracy;

import io.tidemark.bench.accuracy.AccuracyOptions.Neighbour;
import io.tidemark.bench.accuracy.ClientRound.Start;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.TidemarkProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

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
}
