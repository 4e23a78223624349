package io.tidemark.bench.engine;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.simulator.client.FleetClient;
import io.tidemark.simulator.client.RequestArrival;
import io.tidemark.simulator.client.RequestTimings;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.engine.EngineState;
import io.tidemark.simulator.engine.fleet.Fleet;
import io.tidemark.simulator.engine.fleet.RoutingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Simulated seconds per second of wall time, and bytes of memory per request in flight. */
public final class EngineBench {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final List<EngineLoad> LOADS = List.of(
            EngineLoad.llama(1, 1),
            EngineLoad.llama(5, 10),
            EngineLoad.llama(50, 100),
            EngineLoad.demo(1, 1),
            EngineLoad.demo(1, 10),
            EngineLoad.demo(4, 100));

    private final BenchmarkContext bench;
    private final EngineSize size;
    private final ServerConfigLoader configs = new ServerConfigLoader();

    /** Requests that the rows sent and that ended, of their first rounds. */
    public record Counts(long requests, long ended) {}

    private record Played(int ended, double simulatedSeconds, double wallSeconds, long steps, long tokens) {}

    public EngineBench(BenchmarkContext bench, EngineSize size) {
        this.bench = bench;
        this.size = size;
    }

    /** Measures all and prints both tables. */
    public Counts run() {
        bench.print("engine: " + size);
        ResultTable table = new ResultTable(
                "profile, replicas",
                "requests/s",
                "requests",
                "simulated s",
                "wall s",
                "simulated s / wall s",
                "steps/s",
                "tokens/s");
        long requests = 0;
        long ended = 0;
        for (EngineLoad load : LOADS) {
            Played median = median(load);
            requests += (long) load.perSecond() * size.simulatedSeconds();
            ended += median.ended();
            row(table, load, median);
        }
        bench.print("");
        bench.table("engine", table);
        bench.print("");
        bench.table("engine memory", new EngineMemory(size.heldRequests()).table());
        return new Counts(requests, ended);
    }

    private static void row(ResultTable table, EngineLoad load, Played played) {
        table.row(
                load.profile() + ", " + load.replicas(),
                String.valueOf(load.perSecond()),
                String.valueOf(played.ended()),
                figure("%,.0f", played.simulatedSeconds()),
                figure("%.3f", played.wallSeconds()),
                figure("%,.0f", played.simulatedSeconds() / played.wallSeconds()),
                figure("%,.0f", played.steps() / played.wallSeconds()),
                figure("%,.0f", played.tokens() / played.wallSeconds()));
    }

    private Played median(EngineLoad load) {
        List<Played> rounds = new ArrayList<>();
        for (int round = 0; round < size.rounds(); round++) {
            rounds.add(play(load, round));
        }
        rounds.sort((a, b) -> Double.compare(a.wallSeconds(), b.wallSeconds()));
        return rounds.get(rounds.size() / 2);
    }

    private Played play(EngineLoad load, int seed) {
        List<RequestArrival> arrivals = load.requests(size.simulatedSeconds()).arrivals(new SplittableRandom(seed));
        Fleet fleet = new Fleet(
                configs.builtIn(load.profile()).engine().withSeed(seed), load.replicas(), RoutingPolicy.MIN_LOADED);
        long startedNanos = bench.nanos().nanos();
        List<RequestTimings> outcomes = new FleetClient(fleet, 0).play(arrivals);
        double wallSeconds = (bench.nanos().nanos() - startedNanos) / NANOS_PER_SECOND;
        long endNanos = outcomes.stream()
                .mapToLong(RequestTimings::lastTokenNanos)
                .max()
                .orElse(0);
        return new Played(
                outcomes.size(),
                endNanos / NANOS_PER_SECOND,
                wallSeconds,
                fleet.states().stream().mapToLong(EngineState::steps).sum(),
                fleet.states().stream().mapToLong(EngineState::generatedTokens).sum());
    }

    private static String figure(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
