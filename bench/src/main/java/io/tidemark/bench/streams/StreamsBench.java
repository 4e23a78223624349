package io.tidemark.bench.streams;

import io.tidemark.bench.Stack;
import io.tidemark.bench.Workbench;
import io.tidemark.schemas.Team;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** Chunks per second through panes and rolling windows, beside a bare consumer that reads the same topics in the same round. */
public final class StreamsBench {
    private final Workbench bench;
    private final StreamsSize size;

    /** Counts that must agree whatever the speed: tokens and requests published, and found in FINAL windows. */
    public record Counts(long requests, long tokens, long ttftsInWindows, long itlsInWindows) {}

    public StreamsBench(Workbench bench, StreamsSize size) {
        this.bench = bench;
        this.size = size;
    }

    /** Runs the rounds, prints the tables, and returns the counts of the last round. */
    public Counts run() throws InterruptedException, ExecutionException {
        List<Round> rounds = new ArrayList<>();
        try (Stack stack = Stack.start(bench)) {
            bench.say("streams: publishing");
            Traffic traffic = Traffic.publish(stack, bench, new Team("published"), size.load());
            bench.say("streams: warming up");
            round(stack, traffic, "warm-up");
            for (int i = 1; i <= size.rounds(); i++) {
                bench.say("streams: round " + i + " of " + size.rounds());
                rounds.add(round(stack, traffic, "round-" + i));
            }
            new RoundTables(traffic, rounds).print(bench);
            FinalWindows.Held windows =
                    rounds.get(rounds.size() - 1).lastTopology().windows();
            return new Counts(traffic.requests(), traffic.tokens(), windows.ttfts(), windows.itls());
        }
    }

    private Round round(Stack stack, Traffic traffic, String name) throws InterruptedException, ExecutionException {
        BareReader bare = new BareReader(stack, bench.nanos());
        Round round = new Round(bare.bytes(traffic.team()), bare.decodedByAvro(traffic.team()));
        round.bare().put(1, bare.decoded(traffic.team(), 1));
        for (int threads : size.threads()) {
            if (threads > 1) {
                round.bare().put(threads, bare.decoded(traffic.team(), threads));
            }
            Traffic copy = traffic.copy(stack, new Team(name + "-" + threads));
            round.topologies().put(threads, new TopologyReader(stack, bench.nanos()).read(copy, threads));
        }
        return round;
    }
}
