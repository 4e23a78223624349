package io.tidemark.bench.client;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The load generator's TTFT error against the simulator's own log of its writes, beside bare sockets on the same server. */
public final class ClientBench {
    private final BenchmarkContext bench;
    private final ClientSize size;

    /** Requests that were sent, and those of each client that ended well and are in the server's log. */
    public record Counts(int sent, int ours, int bare) {}

    private record Cell(int streams, String client) {}

    public ClientBench(BenchmarkContext bench, ClientSize size) {
        this.bench = bench;
        this.size = size;
    }

    /** Sends all, prints the table, returns the counts over all numbers of streams. */
    public Counts run() throws IOException, InterruptedException {
        try (SimulatorProcess server = SimulatorProcess.start(bench.folder())) {
            BenchmarkClient ours = new LoadGeneratorClient(server.url(), bench.nanos());
            BenchmarkClient bare = new BareSocketClient(server.url(), bench.nanos());
            bench.print("client: warming up against " + server.url());
            for (BenchmarkClient client : List.of(ours, bare)) {
                client.send(new ClosedLoad("warm-up " + client.name(), SimulatorProcess.MODEL, 50, size.requests(50)));
            }
            Map<Cell, List<ClientStamps>> seen = measure(List.of(ours, bare));
            return print(seen, server.writes());
        }
    }

    private Map<Cell, List<ClientStamps>> measure(List<BenchmarkClient> clients) throws InterruptedException {
        Map<Cell, List<ClientStamps>> seen = new HashMap<>();
        for (int round = 1; round <= size.rounds(); round++) {
            for (int streams : size.streams()) {
                bench.print("client: round " + round + " of " + size.rounds() + ", " + streams + " streams");
                for (BenchmarkClient client : clients) {
                    String name = round + " " + client.name() + " " + streams;
                    ClosedLoad load = new ClosedLoad(name, SimulatorProcess.MODEL, streams, size.requests(streams));
                    seen.computeIfAbsent(new Cell(streams, client.name()), unseen -> new ArrayList<>())
                            .addAll(client.send(load));
                }
            }
        }
        return seen;
    }

    private Counts print(Map<Cell, List<ClientStamps>> seen, Map<String, SimulatorProcess.Writes> writes) {
        ResultTable table = new ResultTable(
                "streams and client, ms",
                "requests",
                "first token p50",
                "first token p99",
                "first token max",
                "TTFT p50",
                "TTFT p99",
                "TTFT max",
                "server's write p50",
                "server's write p99");
        ResultTable ratios = new ResultTable(
                "tidemark / bare",
                "first token p50",
                "first token p99",
                "first token max",
                "TTFT p50",
                "TTFT p99",
                "TTFT max");
        int sent = 0;
        int ours = 0;
        int bare = 0;
        for (int streams : size.streams()) {
            List<ClientStamps> seenByUs = seen.getOrDefault(new Cell(streams, "tidemark"), List.of());
            List<ClientStamps> seenBare = seen.getOrDefault(new Cell(streams, "bare sockets"), List.of());
            StampErrors our = StampErrors.of(seenByUs, writes);
            StampErrors floor = StampErrors.of(seenBare, writes);
            row(table, streams + " tidemark", our);
            row(table, streams + " bare sockets", floor);
            ratio(ratios, streams, our, floor);
            sent += size.rounds() * size.requests(streams);
            ours += seenByUs.size();
            bare += seenBare.size();
        }
        bench.print("");
        bench.print("client: how much later than the server's mark before its first write the client's stamp is");
        bench.table("client", table);
        bench.print("");
        bench.table("client ratios", ratios);
        return new Counts(sent, ours, bare);
    }

    private static void row(ResultTable table, String name, StampErrors errors) {
        table.row(
                name,
                String.valueOf(errors.firstToken().count()),
                errors.firstToken().millis(0.5),
                errors.firstToken().millis(0.99),
                errors.firstToken().millis(1),
                errors.ttft().millis(0.5),
                errors.ttft().millis(0.99),
                errors.ttft().millis(1),
                errors.unsure().millis(0.5),
                errors.unsure().millis(0.99));
    }

    private static void ratio(ResultTable table, int streams, StampErrors our, StampErrors floor) {
        table.row(
                streams + " streams",
                our.firstToken().ratio(0.5, floor.firstToken()),
                our.firstToken().ratio(0.99, floor.firstToken()),
                our.firstToken().ratio(1, floor.firstToken()),
                our.ttft().ratio(0.5, floor.ttft()),
                our.ttft().ratio(0.99, floor.ttft()),
                our.ttft().ratio(1, floor.ttft()));
    }
}
