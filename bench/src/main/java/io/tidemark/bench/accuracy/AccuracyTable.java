package io.tidemark.bench.accuracy;

import io.tidemark.bench.accuracy.ClientRound.Start;
import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.ResultTable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The rounds of each client at one load: medians, the worst round, and whether Tidemark's is the truer. */
final class AccuracyTable {
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
        return runs.stream().filter(run -> run.turn().client().equals(client)).toList();
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
