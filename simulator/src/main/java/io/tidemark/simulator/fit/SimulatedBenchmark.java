package io.tidemark.simulator.fit;

import io.tidemark.simulator.client.BenchServeClient;
import io.tidemark.simulator.client.BenchServeMetric;
import io.tidemark.simulator.client.BenchServeSummary;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.cost.StepCost;
import java.util.Map;

/** A measured benchmark's load against a simulated server, in virtual time and without noise, so that it is smooth in the costs. */
final class SimulatedBenchmark {
    private static final double NANOS_PER_SECOND = 1e9;

    private final MeasuredBenchmark measured;
    private final ServerConfig server;

    SimulatedBenchmark(MeasuredBenchmark measured, ServerConfig server) {
        this.measured = measured;
        this.server = server;
    }

    MeasuredBenchmark measured() {
        return measured;
    }

    Map<BenchServeMetric, Double> figures(StepCost cost) {
        Engine engine = new Engine(server.withCost(cost.withoutNoise()).engine());
        long frontNanos = Math.round(cost.frontSeconds() * NANOS_PER_SECOND);
        try {
            BenchServeClient run = new BenchServeClient(engine, frontNanos, measured.maxConcurrency());
            return BenchServeSummary.of(run.play(measured.arrivals(), 0), 0);
        } catch (IllegalArgumentException e) {
            throw new FitException(measured.source() + ": " + e.getMessage(), e);
        }
    }
}
