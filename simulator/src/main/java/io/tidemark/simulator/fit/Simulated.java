package io.tidemark.simulator.fit;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.StepCost;
import io.tidemark.simulator.virtual.BenchFigures;
import io.tidemark.simulator.virtual.BenchRun;
import io.tidemark.simulator.virtual.Figure;
import java.util.Map;

/** A measured benchmark's load against a simulated server, in virtual time and without noise, so that it is smooth in the costs. */
final class Simulated {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Measured measured;
    private final ServerConfig server;

    Simulated(Measured measured, ServerConfig server) {
        this.measured = measured;
        this.server = server;
    }

    Measured measured() {
        return measured;
    }

    Map<Figure, Double> figures(StepCost cost) {
        Engine engine = new Engine(server.withCost(cost.quiet()).engine());
        long frontNanos = Math.round(cost.frontSeconds() * NANOS_PER_SECOND);
        try {
            BenchRun run = new BenchRun(engine, frontNanos, measured.maxConcurrency());
            return BenchFigures.of(run.play(measured.arrivals(), 0), 0);
        } catch (IllegalArgumentException e) {
            throw new FitException(measured.source() + ": " + e.getMessage(), e);
        }
    }
}
