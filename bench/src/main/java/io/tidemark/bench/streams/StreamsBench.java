package io.tidemark.bench.streams;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.schemas.Team;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** Chunks per second through panes and rolling windows, beside a bare consumer that reads the same topics in the same round. */
public final class StreamsBench {
    private final BenchmarkContext bench;
    private final StreamsSize size;

    /** Counts that must agree whatever the speed: tokens and requests published, and found in FINAL windows. */
    public record Counts(long requests, long tokens, long ttftsInWindows, long itlsInWindows) {}

    public StreamsBench(BenchmarkContext bench, StreamsSize size) {
        this.bench = bench;
        this.size = size;
    }

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
}
